#include "app/law_words.h"

#include <set>

#include <gtest/gtest.h>

#include "app/record/export.h"
#include "app/record/html_report.h"
#include "app/record/match_story.h"
#include "models/data_path.h"
#include "models/toml_file.h"
#include "rules/registry.h"
#include "tests/app/german_window.h"

namespace linesman::app {
namespace {

class LawWords : public testing::GermanWindow {
protected:
  static std::string shown(const char* sentence) { return shownSentence(sentence).toStdString(); }
};

TEST_F(LawWords, SentencesAreTranslatedWithWhatTheySpeakOf) {
  EXPECT_EQ(shown("r3 may make this step: 1.0 mm to spare."), "r3 darf diesen Schritt machen: 1,0 mm Spielraum.");
  EXPECT_EQ(shown("Too close to call: margin -1.0 mm, sigma 1.5 (the range), so the answer is No."),
            "Zu knapp: Abstand -1,0 mm, Sigma 1,5 (die Reichweite), also lautet die Antwort Nein.");
  EXPECT_EQ(shown("r1 may not step there: it touches b2; take the gauge away and lay it anew."),
            "r1 darf nicht dorthin: Der Schritt berührt b2; die Lehre wegnehmen und neu legen.");
  EXPECT_EQ(shown("It is red's turn."), "Am Zug ist Rot.");
  EXPECT_TRUE(
      shown("The lens file was made for pictures of 1280 x 720 pixels, but this one is 640 x 360; set the camera to "
            "that size or calibrate at this one.")
          .starts_with("Die Objektivdatei gilt"));
  EXPECT_EQ(shown("b3: 52.7 mm off"), "b3: 52,7 mm daneben");
  EXPECT_EQ(shown("b2 is missing"), "b2 fehlt");
  EXPECT_EQ(shown("Put b3 back where it was."), "Dorthin zurückstellen, wo es war: b3.") << "a ship's name is small";
  EXPECT_EQ(shown("Lay b3 where it is shown."), "b3 dorthin legen, wo es gezeigt ist.");
  EXPECT_EQ(shown("The queen on d8 takes the pawn on d5. White is in check."),
            "Dame d8 schlägt Bauer d5. Weiß steht im Schach.");
}

TEST_F(LawWords, WhatBecameOfTheCalibrationIsSaidWithWhatToDo) {
  EXPECT_EQ(shown("The camera's zoom changed (edges shifted by about 7.3 pixels); leave it now and the table quiet for "
                  "a moment, and calibrate the lens again for full accuracy."),
            "Der Zoom der Kamera wurde verstellt (Kanten um etwa 7,3 Bildpunkte verschoben); ihn nun lassen, den Tisch "
            "einen Augenblick ruhen lassen und für volle Genauigkeit das Objektiv neu kalibrieren.");
  EXPECT_EQ(shown("Markers 1, 3 were moved (by about 2.5 pixels) and are left out until measured where they lie now; "
                  "leave the table quiet for a moment, and measure the markers anew before the next match."),
            "Marken 1, 3 wurden bewegt (um etwa 2,5 Bildpunkte) und zählen nicht mehr, bis sie an ihrem neuen Platz "
            "vermessen sind; den Tisch einen Augenblick ruhen lassen und die Marken vor der nächsten Partie neu "
            "einmessen.");
  EXPECT_EQ(
      shown("Marker 12 is no longer on the table; the others serve without it, and where it is laid down again it "
            "is measured anew."),
      "Marke 12 liegt nicht mehr auf dem Tisch; die anderen genügen ohne sie, und wo sie wieder hingelegt wird, "
      "wird sie neu vermessen.");
}

TEST_F(LawWords, WhatNobodyHasTranslatedStaysAsItIs) {
  EXPECT_EQ(shown("A sentence of a game to come."), "A sentence of a game to come.");
  EXPECT_EQ(shownClause("XX-01", "Its text.").toStdString(), "Its text.");
}

TEST_F(LawWords, ATranscriptOfAMatchSpeaksGerman) {
  MatchRecord::Contents contents;
  contents.setup.game = "armadas";
  contents.events = {
      {"claim", 1.0, {{"player", "red"}, {"say", "done"}, {"accepted", false}, {"sentence", "It is blue's turn."}}},
      {"verdict",
       2.0,
       {{"action", "shot"},
        {"ruling", "legal"},
        {"clauses", {"AR-30", "AR-29"}},
        {"sentence", "r1 hits b1 from its port side, 20.7 mm inside."}}},
      {"counter", 2.0, {{"counter", "damage"}, {"ship", "b1"}, {"before", 0}, {"after", 1}}},
      {"counter", 2.0, {{"counter", "lives"}, {"square", "e4"}, {"before", "none"}, {"after", "high"}}},
      {"coverage", 3.0, {{"seen", true}}},
      {"overrule", 4.0, {{"who", "Ann"}, {"of", 2}, {"why", "seen otherwise"}}},
      {"over", 5.0, {{"winner", "red"}}}};
  EXPECT_EQ(textTranscript(contents),
            "Partie armadas\n"
            "  0:01.0  Rot sagt: done\n"
            "         abgelehnt: Am Zug ist Blau.\n"
            "         TREFFER (AR-30 AR-29) r1 trifft b1 von Backbord aus, 20,7 mm innerhalb.\n"
            "         Schaden an b1: 0 → 1\n"
            "         Leben auf e4: none → high\n"
            "  0:03.0  Der ganze Tisch ist wieder zu sehen.\n"
            "  0:04.0  Ann hebt Entscheidung 2 auf: seen otherwise\n"
            "  0:05.0  Die Partie ist zu Ende: Rot hat gewonnen.\n");
  const std::string page = HtmlReport().write(contents);
  EXPECT_NE(page.find("<b>Ann</b> hebt Entscheidung 2 auf"), std::string::npos) << page;
  EXPECT_NE(page.find("Leben auf e4: none → high"), std::string::npos) << page;
  EXPECT_EQ(shown(describeMoment(contents.events[2], contents.setup).sentence.c_str()), "Schaden an b1: 0 → 1");
}

TEST_F(LawWords, EveryClauseOfEveryGameHasAGermanText) {
  const auto file = findData("translations/clauses_de.toml");
  ASSERT_TRUE(file);
  const auto german = readToml(file->string());
  ASSERT_TRUE(german) << german.error().sentence;
  std::set<std::string> known;
  for (const std::string& id : rules::Registry::instance().ids()) {
    const auto game = rules::Registry::instance().make(id);
    ASSERT_TRUE(game);
    for (const auto& clause : (*game)->book().clauses()) {
      known.insert(clause.id);
      EXPECT_TRUE(german->contains(clause.id)) << id << ": " << clause.id << " has no German text";
    }
  }
  for (const auto& [id, text] : *german)
    EXPECT_TRUE(known.contains(std::string(id.str()))) << id.str() << " is no clause of any game";
}

TEST(LawWordsInEnglish, AreThoseOfTheLaw) {
  const std::string sentence = "r3 may make this step: 1.0 mm to spare.";
  EXPECT_EQ(shownSentence(sentence).toStdString(), sentence);
  EXPECT_EQ(shownLimit("turn#2").toStdString(), "the turn of step 2");
}

} // namespace
} // namespace linesman::app
