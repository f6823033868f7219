#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/record/match_record.h"
#include "app/snapshot.h"
#include "app/table_notes.h"

namespace linesman::app {

class Referee;

/// One recorded event: its number, and the settled table it rests on.
struct Moment {
  long long seq = 0;
  Event event;
  std::optional<std::size_t> table; ///< index into the story's tables; none before the first one
};

/// The answers to one input, as recorded and as the program gives them now.
struct Rejudged {
  std::vector<Event> recorded;
  std::vector<Event> now;
  std::vector<std::string> differences; ///< empty: the same
};

/// A recorded match (or dispute file) as something to look at: every event with the table as it was seen, the match's
/// names and damage at that time, and the ruling with its marks.
class MatchStory {
public:
  /// One sentence where there is none, or it holds what cannot be shown.
  static Result<MatchStory> open(const std::string& path);

  const std::string& path() const { return path_; }
  /// That of the record's folder or of the dispute file.
  std::string name() const;
  const MatchRecord::Contents& contents() const { return contents_; }
  /// Folder of pictures; empty for a dispute file.
  const std::string& pictures() const { return pictures_; }
  const std::vector<Moment>& moments() const { return moments_; }

  /// The table at a moment as the window shows a live one. The picture is the recorded one, or drawn from the
  /// measurements where there is none or its lens is not known.
  SnapshotPtr look(std::size_t moment) const;
  /// Is a picture kept of the table at this moment?
  bool hasPicture(std::size_t moment) const;
  TableNotes notes(std::size_t moment) const;
  /// Index of the ruling to show with a moment: its own, or that of the action before it. None: nothing was ruled.
  std::optional<std::size_t> rulingAt(std::size_t moment) const;

  /// Judges the input behind a moment again, from the measurements in the record.
  Result<Rejudged> rejudge(std::size_t moment) const;

private:
  struct SeenTable {
    long long seq = 0;
    TableState state;
  };
  Result<void> readAndFold(bool dispute);
  void rehearse() const;
  Result<void> readDisputeFile();
  Result<void> readRecord();
  void fold(Referee& referee);
  QImage pictureOf(const SeenTable& table) const;
  Call callOf(std::size_t moment, const TableNotes& notes) const;

  std::string path_;
  std::string pictures_;
  MatchRecord::Contents contents_;
  nlohmann::json start_;   ///< the referee's memory before the first event; null: a new match
  nlohmann::json dispute_; ///< the whole file, if it is one
  std::vector<Moment> moments_;
  std::vector<SeenTable> tables_;
  /// What looks need of the referee's memory after each moment; one for those between two inputs.
  std::vector<std::shared_ptr<const nlohmann::json>> memories_;
};

/// What a moment is in one word and one sentence.
struct MomentText {
  std::string word;
  std::string sentence;
};
/// `setup` says what the players are called.
MomentText describeMoment(const Event& event, const MatchSetup& setup);

} // namespace linesman::app
