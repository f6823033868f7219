<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>BeginStep</name>
    <message>
        <source>Name of this match</source>
        <translation>Name dieser Partie</translation>
    </message>
    <message>
        <source>for instance: Friday league</source>
        <translation>zum Beispiel: Freitagsliga</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>as the table shows</source>
        <translation>wie der Tisch zeigt</translation>
    </message>
    <message>
        <source>Going on</source>
        <translation>Läuft schon</translation>
    </message>
    <message>
        <source>%1 to move</source>
        <translation>%1 am Zug</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Brett</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>all as usual</source>
        <translation>alle wie üblich</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>&lt;b&gt;none yet&lt;/b&gt;: the match can be kept for later</source>
        <translation>&lt;b&gt;noch keine&lt;/b&gt;: die Partie lässt sich für später aufheben</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>estimated; margins are wider</source>
        <translation>geschätzt; Abstände sind unsicherer</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>the board itself</source>
        <translation>das Brett selbst</translation>
    </message>
    <message>
        <source>&lt;b&gt;no table file yet&lt;/b&gt;</source>
        <translation>&lt;b&gt;noch keine Tischdatei&lt;/b&gt;</translation>
    </message>
    <message>
        <source>There is no camera yet: choose one in the step before.</source>
        <translation>Noch keine Kamera: im Schritt davor eine wählen.</translation>
    </message>
    <message>
        <source>There is no table file yet: choose one in the step before.</source>
        <translation>Noch keine Tischdatei: im Schritt davor eine wählen.</translation>
    </message>
    <message>
        <source>White and Black, without names</source>
        <translation>Weiß und Schwarz, ohne Namen</translation>
    </message>
</context>
<context>
    <name>BoardStep</name>
    <message>
        <source>Draw a start</source>
        <translation>Aufstellung auslosen</translation>
    </message>
    <message>
        <source>As placed on the board</source>
        <translation>Wie auf dem Brett aufgestellt</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Brett</translation>
    </message>
    <message>
        <source>its number, when you have one</source>
        <translation>ihre Nummer, falls bekannt</translation>
    </message>
    <message>
        <source>Powers of White and Black</source>
        <translation>Kräfte von Weiß und Schwarz</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>Erste Reihen</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Figuren</translation>
    </message>
    <message>
        <source>no power</source>
        <translation>keine Kraft</translation>
    </message>
    <message>
        <source>Board and pieces</source>
        <translation>Brett und Figuren</translation>
    </message>
    <message>
        <source>Fleets are placed on the table and read from the picture. What may be in a fleet is the switch &quot;fleet&quot; of the next step.</source>
        <translation>Flotten werden auf den Tisch gestellt und aus dem Bild gelesen. Was zu einer Flotte gehören darf, sagt der Schalter „fleet“ im nächsten Schritt.</translation>
    </message>
    <message>
        <source>Nothing is drawn: the referee reads the first rows from the board.</source>
        <translation>Nichts wird ausgelost: der Schiedsrichter liest die ersten Reihen vom Brett.</translation>
    </message>
    <message>
        <source>Powers are in force with a drawn start only: draw one, by its number where you have the rows already, or choose no power.</source>
        <translation>Kräfte gelten nur mit einer ausgelosten Aufstellung: eine auslosen, mit ihrer Nummer, falls die Reihen schon feststehen, oder keine Kraft wählen.</translation>
    </message>
    <message>
        <source>The number is none; leave it empty to draw by chance.</source>
        <translation>Das ist keine Nummer; leer lassen, um zufällig auszulosen.</translation>
    </message>
    <message>
        <source>Start number %1 of %2. Write it down: anyone can make it again from its number.</source>
        <translation>Aufstellung Nummer %1 von %2. Aufschreiben: aus der Nummer kann sie jeder wieder herstellen.</translation>
    </message>
    <message>
        <source>%1, ours</source>
        <translation>%1, von uns</translation>
    </message>
    <message>
        <source>A board file of your own …</source>
        <translation>Eine eigene Brettdatei …</translation>
    </message>
    <message>
        <source>The board file</source>
        <translation>Die Brettdatei</translation>
    </message>
    <message>
        <source>Board files (*.toml)</source>
        <translation>Brettdateien (*.toml)</translation>
    </message>
    <message>
        <source>As the table file says</source>
        <translation>Wie die Tischdatei sagt</translation>
    </message>
    <message>
        <source>An ordinary chess set</source>
        <translation>Ein gewöhnliches Schachspiel</translation>
    </message>
    <message>
        <source>Printed tokens</source>
        <translation>Gedruckte Spielsteine</translation>
    </message>
    <message>
        <source>Looney Pyramids</source>
        <translation>Looney-Pyramiden</translation>
    </message>
    <message>
        <source>The file of a set of your own …</source>
        <translation>Die Datei eines eigenen Satzes …</translation>
    </message>
    <message>
        <source>The set&apos;s file, as `linesman teach` writes it</source>
        <translation>Die Datei des Satzes, wie `linesman teach` sie schreibt</translation>
    </message>
</context>
<context>
    <name>CameraStep</name>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Its number; or a film, a folder of pictures, or a phone camera&apos;s URL.</source>
        <translation>Ihre Nummer; oder ein Film, ein Ordner mit Bildern oder die URL einer Handykamera.</translation>
    </message>
    <message>
        <source>Lens file</source>
        <translation>Objektivdatei</translation>
    </message>
    <message>
        <source>What the calibration of this camera wrote. Without it the focal length is estimated, and every margin gets a wider doubt.</source>
        <translation>Was die Kalibrierung dieser Kamera geschrieben hat. Ohne sie wird die Brennweite geschätzt, und jeder Abstand wird unsicherer.</translation>
    </message>
    <message>
        <source>Lens files (*.yml *.yaml)</source>
        <translation>Objektivdateien (*.yml *.yaml)</translation>
    </message>
    <message>
        <source>Table file</source>
        <translation>Tischdatei</translation>
    </message>
    <message>
        <source>Table files (*.toml)</source>
        <translation>Tischdateien (*.toml)</translation>
    </message>
    <message>
        <source>Pictures a second of a folder</source>
        <translation>Bilder je Sekunde eines Ordners</translation>
    </message>
    <message>
        <source>A film or picture …</source>
        <translation>Film oder Bild …</translation>
    </message>
    <message>
        <source>No camera is plugged in. Plug one in and come back to this step, or referee a film, a folder of pictures or a phone camera&apos;s URL.</source>
        <translation>Keine Kamera ist angeschlossen. Eine anschließen und zu diesem Schritt zurückkehren, oder einen Film, einen Ordner mit Bildern oder die URL einer Handykamera leiten lassen.</translation>
    </message>
    <message>
        <source>The table must fill the picture, seen from about 45 degrees, with all corner markers in view.</source>
        <translation>Der Tisch muss das Bild füllen, aus etwa 45 Grad gesehen, mit allen Eckmarken im Bild.</translation>
    </message>
    <message>
        <source>Corner markers beside the board, if there are any. Without it the board itself is looked for.</source>
        <translation>Eckmarken neben dem Brett, falls es welche gibt. Ohne sie wird das Brett selbst gesucht.</translation>
    </message>
    <message>
        <source>The printed corner markers, their size and places, and the playing surface.</source>
        <translation>Die gedruckten Eckmarken, ihre Größe und Lage, und die Spielfläche.</translation>
    </message>
    <message>
        <source>Choose …</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>A film or picture of the table</source>
        <translation>Ein Film oder Bild des Tischs</translation>
    </message>
</context>
<context>
    <name>Colours</name>
    <message>
        <source>red</source>
        <translation>Rot</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>Gelb</translation>
    </message>
    <message>
        <source>green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>cyan</source>
        <translation>Türkis</translation>
    </message>
    <message>
        <source>purple</source>
        <translation>Violett</translation>
    </message>
    <message>
        <source>pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>Orange</translation>
    </message>
    <message>
        <source>set-up</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>Klar</translation>
    </message>
    <message>
        <source>white</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>black</source>
        <translation>Schwarz</translation>
    </message>
</context>
<context>
    <name>GameStep</name>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Choose a game.</source>
        <translation>Ein Spiel wählen.</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>No marker of %1 is seen: lay them face up, add light, come nearer.</source>
        <translation>Keine Marke von %1 ist zu sehen: mit dem Aufdruck nach oben hinlegen, mehr Licht machen, näher kommen.</translation>
    </message>
    <message>
        <source>Only marker %1 is seen; show all of them.</source>
        <translation>Nur Marke %1 ist zu sehen; alle zeigen.</translation>
    </message>
    <message>
        <source>%1 markers in this picture.</source>
        <translation>%1 Marken auf diesem Bild.</translation>
    </message>
    <message>
        <source>%1 markers are seen. Hold the camera still and take the first picture.</source>
        <translation>%1 Marken sind zu sehen. Die Kamera still halten und das erste Bild aufnehmen.</translation>
    </message>
    <message>
        <source>Now put the camera where it will stay, clearly to another side, and take the second picture.</source>
        <translation>Die Kamera nun dorthin stellen, wo sie bleibt, deutlich zu einer anderen Seite, und das zweite Bild aufnehmen.</translation>
    </message>
    <message>
        <source>Enough to solve where the markers lie. The last picture must show the place where the camera stays.</source>
        <translation>Genug, um zu berechnen, wo die Marken liegen. Das letzte Bild muss von dort sein, wo die Kamera bleibt.</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>die</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>Ring</translation>
    </message>
    <message>
        <source>turned</source>
        <translation>gestürzt</translation>
    </message>
    <message>
        <source>low</source>
        <translation>tief</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>crown</source>
        <translation>Krone</translation>
    </message>
</context>
<context>
    <name>Measures</name>
    <message>
        <source>squares</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>piece</source>
        <translation>Figur</translation>
    </message>
    <message>
        <source>point</source>
        <translation>Punkt</translation>
    </message>
</context>
<context>
    <name>PlayersStep</name>
    <message>
        <source>Add a player</source>
        <translation>Spieler hinzufügen</translation>
    </message>
    <message>
        <source>Remove the last</source>
        <translation>Letzten entfernen</translation>
    </message>
    <message>
        <source>The game is going on already; to move:</source>
        <translation>Die Partie läuft schon; am Zug:</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>The names of White and Black, as the window is to show them. Who has none is called by his side.</source>
        <translation>Die Namen von Weiß und Schwarz, wie das Fenster sie zeigen soll. Wer keinen hat, heißt nach seiner Seite.</translation>
    </message>
    <message>
        <source>In the order of their turns, with the colours of their pieces. Left alone, the table file&apos;s players count, or every colour on the table is one.</source>
        <translation>In der Reihenfolge ihrer Züge, mit den Farben ihrer Figuren. Ohne Angabe gelten die Spieler der Tischdatei, oder jede Farbe auf dem Tisch ist einer.</translation>
    </message>
    <message>
        <source>Two players are called %1; give each a name of his own.</source>
        <translation>Zwei Spieler heißen %1; jedem einen eigenen Namen geben.</translation>
    </message>
    <message>
        <source>Two players have %1 pieces; give each colours of his own.</source>
        <translation>Zwei Spieler haben dieselbe Farbe (%1); jedem eigene Farben geben.</translation>
    </message>
    <message>
        <source>A player has no name; fill it in, or remove the last players.</source>
        <translation>Ein Spieler hat keinen Namen; eintragen, oder die letzten Spieler entfernen.</translation>
    </message>
    <message>
        <source>Say who is to move.</source>
        <translation>Angeben, wer am Zug ist.</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The name %1 has signs that are not seen; write it anew.</source>
        <translation>Der Name %1 hat unsichtbare Zeichen; bitte neu schreiben.</translation>
    </message>
    <message>
        <source>Colour of player %1</source>
        <translation>Farbe von Spieler %1</translation>
    </message>
    <message>
        <source>Second colour of player %1</source>
        <translation>Zweite Farbe von Spieler %1</translation>
    </message>
    <message>
        <source>Name of player %1</source>
        <translation>Name von Spieler %1</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Choose a file</source>
        <translation>Eine Datei wählen</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>the table at event %1</source>
        <translation>der Tisch bei Ereignis %1</translation>
    </message>
    <message>
        <source>%1 lays a step of %2</source>
        <translation>%1 legt einen Schritt von %2</translation>
    </message>
    <message>
        <source>%1 fires with %2 at %3</source>
        <translation>%1 feuert mit %2 auf %3</translation>
    </message>
    <message>
        <source>%1 takes the old piece of %2 away</source>
        <translation>%1 nimmt die alte Figur von %2 weg</translation>
    </message>
    <message>
        <source>%1 takes the gauge at %2 away</source>
        <translation>%1 nimmt die Lehre bei %2 weg</translation>
    </message>
    <message>
        <source>%1 takes %2 off the table</source>
        <translation>%1 nimmt %2 vom Tisch</translation>
    </message>
    <message>
        <source>%1 was put back</source>
        <translation>%1 wurde zurückgelegt</translation>
    </message>
    <message>
        <source>%1 was shifted</source>
        <translation>%1 wurde verschoben</translation>
    </message>
    <message>
        <source>%1 plays %2</source>
        <translation>%1 zieht %2</translation>
    </message>
    <message>
        <source>%1 tries %2</source>
        <translation>%1 versucht %2</translation>
    </message>
    <message>
        <source>%1 says: %2</source>
        <translation>%1 sagt: %2</translation>
    </message>
    <message>
        <source>The whole table is in sight again.</source>
        <translation>Der ganze Tisch ist wieder zu sehen.</translation>
    </message>
    <message>
        <source>%1 overrules ruling %2: %3</source>
        <translation>%1 hebt Entscheidung %2 auf: %3</translation>
    </message>
    <message>
        <source>The game is over; nobody won.</source>
        <translation>Die Partie ist zu Ende; niemand hat gewonnen.</translation>
    </message>
    <message>
        <source>The game is over: %1 won.</source>
        <translation>Die Partie ist zu Ende: %1 hat gewonnen.</translation>
    </message>
    <message>
        <source>Players: %1</source>
        <translation>Spieler: %1</translation>
    </message>
    <message>
        <source>Board: %1</source>
        <translation>Brett: %1</translation>
    </message>
    <message>
        <source>Every rule as usual.</source>
        <translation>Jede Regel wie üblich.</translation>
    </message>
    <message>
        <source>Agreed:</source>
        <translation>Vereinbart:</translation>
    </message>
    <message>
        <source>Match of %1</source>
        <translation>Partie %1</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>Noch ist nichts geschehen.</translation>
    </message>
    <message>
        <source>The clauses cited</source>
        <translation>Die genannten Klauseln</translation>
    </message>
</context>
<context>
    <name>RulesStep</name>
    <message>
        <source>find a rule: blockade, touch, repetition …</source>
        <translation>eine Regel suchen: Blockade, Berührung, Wiederholung …</translation>
    </message>
    <message>
        <source>Agree on these first: the rules are silent, and the default is our reading</source>
        <translation>Darüber zuerst einig werden: die Regeln schweigen, und die Vorgabe ist unsere Lesart</translation>
    </message>
    <message>
        <source>All switches</source>
        <translation>Alle Schalter</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>default: %1</source>
        <translation>Vorgabe: %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (Vorgabe)</translation>
    </message>
    <message>
        <source>No switch speaks of that</source>
        <translation>Davon spricht kein Schalter</translation>
    </message>
    <message>
        <source>%1 · not refereed</source>
        <translation>%1 · nicht beurteilt</translation>
    </message>
    <message>
        <source>%1 · not refereed where a table is watched: see to it yourselves</source>
        <translation>%1 · an einem beobachteten Tisch nicht beurteilt: bitte selbst darauf achten</translation>
    </message>
</context>
<context>
    <name>Told</name>
    <message>
        <source>Adjust</source>
        <translation>Zurechtrücken</translation>
    </message>
    <message>
        <source>Artillery</source>
        <translation>Artillerie</translation>
    </message>
    <message>
        <source>Bomb</source>
        <translation>Bombe</translation>
    </message>
    <message>
        <source>Burn</source>
        <translation>Brennen</translation>
    </message>
    <message>
        <source>Cease-fire?</source>
        <translation>Waffenruhe?</translation>
    </message>
    <message>
        <source>Claim draw</source>
        <translation>Remis fordern</translation>
    </message>
    <message>
        <source>Claim</source>
        <translation>Fordern</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <source>Destroy</source>
        <translation>Zerstören</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Draw?</source>
        <translation>Remis?</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>Verlängern</translation>
    </message>
    <message>
        <source>Fire</source>
        <translation>Feuern</translation>
    </message>
    <message>
        <source>Flight</source>
        <translation>Flug</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>Frost</translation>
    </message>
    <message>
        <source>Haste</source>
        <translation>Eile</translation>
    </message>
    <message>
        <source>Ice Wall</source>
        <translation>Eiswall</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Übergehen</translation>
    </message>
    <message>
        <source>Leap</source>
        <translation>Sprung</translation>
    </message>
    <message>
        <source>March</source>
        <translation>Marsch</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Fahren</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>No ship</source>
        <translation>Kein Schiff</translation>
    </message>
    <message>
        <source>Flagship</source>
        <translation>Flaggschiff</translation>
    </message>
    <message>
        <source>Armour</source>
        <translation>Panzerung</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>Reparieren</translation>
    </message>
    <message>
        <source>Extra</source>
        <translation>Zusatzaktion</translation>
    </message>
    <message>
        <source>Occupy</source>
        <translation>Besetzen</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Passen</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Aufbauen</translation>
    </message>
    <message>
        <source>Reinforce</source>
        <translation>Verstärken</translation>
    </message>
    <message>
        <source>Resign</source>
        <translation>Aufgeben</translation>
    </message>
    <message>
        <source>Sacrifice</source>
        <translation>Opfer</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Strike</source>
        <translation>Schlag</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Ausbilden</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Upgrade</source>
        <translation>Aufrüsten</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
</context>
<context>
    <name>Tools</name>
    <message>
        <source>%1, hits %2</source>
        <translation>%1, trifft %2</translation>
    </message>
</context>
<context>
    <name>Waiting</name>
    <message>
        <source>The game is over.</source>
        <translation>Das Spiel ist aus.</translation>
    </message>
    <message>
        <source>Waiting for the hand to leave the table.</source>
        <translation>Warten, bis die Hand vom Tisch ist.</translation>
    </message>
    <message>
        <source>Waiting for a free view of %1.</source>
        <translation>Warten auf freie Sicht: %1.</translation>
    </message>
    <message>
        <source>Waiting for %1 to be put right.</source>
        <translation>Warten, bis %1 richtiggestellt ist.</translation>
    </message>
    <message>
        <source>Waiting for %1 to be put back.</source>
        <translation>Warten, bis %1 zurückgestellt ist.</translation>
    </message>
    <message>
        <source>Waiting for more looks at the game that goes on.</source>
        <translation>Warten auf weitere Bilder des laufenden Spiels.</translation>
    </message>
    <message>
        <source>Waiting for the men to stand on their first rows.</source>
        <translation>Warten auf die Aufstellung der Figuren.</translation>
    </message>
    <message>
        <source>Waiting for &quot;done&quot; from %1.</source>
        <translation>Warten auf „Fertig“ von %1.</translation>
    </message>
    <message>
        <source>Waiting for the fleets to be set up.</source>
        <translation>Warten, bis die Flotten aufgestellt sind.</translation>
    </message>
    <message>
        <source>Waiting for %1&apos;s move.</source>
        <translation>Warten auf den Zug: %1.</translation>
    </message>
    <message>
        <source>Waiting for %1&apos;s action.</source>
        <translation>Warten auf die Aktion: %1.</translation>
    </message>
    <message>
        <source>Waiting for the %1 to go back to %2.</source>
        <translation>Zurück auf %2: %1.</translation>
    </message>
    <message>
        <source>Waiting for the %1 on %2 to go back to %3.</source>
        <translation>Zurückzustellen: %1 von %2 auf %3.</translation>
    </message>
    <message>
        <source>Waiting for the %1 on %2 to go back to %3, and the %4 to %2.</source>
        <translation>Zurückzustellen: %1 von %2 auf %3, dann %4 auf %2.</translation>
    </message>
    <message>
        <source>The pictures have ended before the match began.</source>
        <translation>Die Bilder waren zu Ende, bevor die Partie begann.</translation>
    </message>
    <message>
        <source>The pictures have ended.</source>
        <translation>Die Bilder sind zu Ende.</translation>
    </message>
    <message>
        <source>Not in sight: %1.</source>
        <translation>Nicht zu sehen: %1.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>LEGAL</source>
        <translation>ERLAUBT</translation>
    </message>
    <message>
        <source>ILLEGAL</source>
        <translation>UNERLAUBT</translation>
    </message>
    <message>
        <source>TOO CLOSE: NO</source>
        <translation>ZU KNAPP: NEIN</translation>
    </message>
    <message>
        <source>NOT RULED</source>
        <translation>NICHT ENTSCHIEDEN</translation>
    </message>
    <message>
        <source>HIT</source>
        <translation>TREFFER</translation>
    </message>
    <message>
        <source>OUT</source>
        <translation>AUSGESCHIEDEN</translation>
    </message>
    <message>
        <source>FLAGSHIP</source>
        <translation>FLAGGSCHIFF</translation>
    </message>
    <message>
        <source>FLAG</source>
        <translation>FLAGGE</translation>
    </message>
    <message>
        <source>BASE</source>
        <translation>HEIMATHAFEN</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NEIN</translation>
    </message>
    <message>
        <source>table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>said</source>
        <translation>gesagt</translation>
    </message>
    <message>
        <source>counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>put back</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>over</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>overruled</source>
        <translation>aufgehoben</translation>
    </message>
    <message>
        <source>hand</source>
        <translation>Hand</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>start</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>Taken.</source>
        <translation>Aufgenommen.</translation>
    </message>
    <message>
        <source>Hold it still.</source>
        <translation>Still halten.</translation>
    </message>
    <message>
        <source>This picture has another size than the first; keep the camera at one resolution.</source>
        <translation>Dieses Bild hat eine andere Größe als das erste; die Kamera bei einer Auflösung lassen.</translation>
    </message>
    <message>
        <source>The picture is not sharp; add light, or let the camera focus and lock it.</source>
        <translation>Das Bild ist nicht scharf; mehr Licht geben, oder die Kamera scharf stellen und festhalten.</translation>
    </message>
    <message>
        <source>Hold the target in the middle, facing the camera.</source>
        <translation>Das Blatt in die Mitte halten, der Kamera zugewandt.</translation>
    </message>
    <message>
        <source>Turn its right side towards the camera.</source>
        <translation>Die rechte Seite zur Kamera drehen.</translation>
    </message>
    <message>
        <source>Turn its left side towards the camera.</source>
        <translation>Die linke Seite zur Kamera drehen.</translation>
    </message>
    <message>
        <source>Tip its lower edge towards the camera.</source>
        <translation>Die untere Kante zur Kamera kippen.</translation>
    </message>
    <message>
        <source>Tip its upper edge towards the camera.</source>
        <translation>Die obere Kante zur Kamera kippen.</translation>
    </message>
    <message>
        <source>Move it to the top left corner, tilted.</source>
        <translation>In die Ecke links oben, gekippt.</translation>
    </message>
    <message>
        <source>Move it to the top right corner, tilted.</source>
        <translation>In die Ecke rechts oben, gekippt.</translation>
    </message>
    <message>
        <source>Move it to the bottom right corner, tilted.</source>
        <translation>In die Ecke rechts unten, gekippt.</translation>
    </message>
    <message>
        <source>Move it to the bottom left corner, tilted.</source>
        <translation>In die Ecke links unten, gekippt.</translation>
    </message>
    <message>
        <source>The views suffice; more from other distances make it better still.</source>
        <translation>Die Ansichten genügen; weitere aus anderen Entfernungen machen es noch besser.</translation>
    </message>
    <message>
        <source>trying lens models</source>
        <translation>Objektivmodelle werden verglichen</translation>
    </message>
    <message>
        <source>Cannot write %1; check the folder and the space on the disk.</source>
        <translation>%1 lässt sich nicht schreiben; Ordner und freien Platz prüfen.</translation>
    </message>
    <message>
        <source>The older edition of Armadas: ships sail less far, fleets are smaller.</source>
        <translation>Die ältere Ausgabe von Armadas: Schiffe fahren weniger weit, Flotten sind kleiner.</translation>
    </message>
    <message>
        <source>Chess men, cities with dice, mountains and special fields on a board of a hundred squares. Two players.</source>
        <translation>Schachfiguren, Städte mit Würfeln, Berge und besondere Felder auf einem Brett von hundert Feldern. Zwei Spieler.</translation>
    </message>
    <message>
        <source>Pyramids lie on an open table and are ships: three actions a turn, steps with a gauge, broadsides. Two to ten players.</source>
        <translation>Pyramiden liegen auf dem freien Tisch und sind Schiffe: drei Aktionen je Zug, Schritte mit einer Lehre, Breitseiten. Zwei bis zehn Spieler.</translation>
    </message>
    <message>
        <source>Two armies land across a lake: tanks, troopers, commandos, a flag and a bomb, on a hundred squares. Two players.</source>
        <translation>Zwei Armeen landen über einen See: Panzer, Soldaten, Kommandos, eine Fahne und eine Bombe, auf hundert Feldern. Zwei Spieler.</translation>
    </message>
    <message>
        <source>Chess with drawn first rows, five new men, kings with powers and tokens. Two players.</source>
        <translation>Schach mit ausgelosten ersten Reihen, fünf neue Figuren, Könige mit Kräften und Marken. Zwei Spieler.</translation>
    </message>
    <message>
        <source>trouble</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>view</source>
        <translation>Sicht</translation>
    </message>
    <message>
        <source>challenged</source>
        <translation>angefochten</translation>
    </message>
    <message>
        <source>retracted</source>
        <translation>zurückgenommen</translation>
    </message>
</context>
<context>
    <name>linesman::app::AgreeList</name>
    <message>
        <source>%1 · board file %2</source>
        <translation>%1 · Brettdatei %2</translation>
    </message>
    <message>
        <source>%1 · switch %2 = %3</source>
        <translation>%1 · Schalter %2 = %3</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (Vorgabe)</translation>
    </message>
    <message>
        <source>%1, ours (default)</source>
        <translation>%1, von uns (Vorgabe)</translation>
    </message>
    <message>
        <source>%1, ours</source>
        <translation>%1, von uns</translation>
    </message>
    <message>
        <source>A board file of your own …</source>
        <translation>Eine eigene Brettdatei …</translation>
    </message>
    <message>
        <source>The board file</source>
        <translation>Die Brettdatei</translation>
    </message>
    <message>
        <source>Board files (*.toml)</source>
        <translation>Brettdateien (*.toml)</translation>
    </message>
</context>
<context>
    <name>linesman::app::AgreePage</name>
    <message>
        <source>The rules are silent here, and the default is our reading. A match may turn on it: agree now. The choices are kept in the record.</source>
        <translation>Hier schweigen die Regeln, und die Vorgabe ist unsere Lesart. Daran kann sich eine Partie entscheiden: jetzt einig werden. Die Wahl steht in der Aufzeichnung.</translation>
    </message>
    <message>
        <source>Begin the match</source>
        <translation>Partie beginnen</translation>
    </message>
    <message>
        <source>%1: agree on these first</source>
        <translation>%1: darüber zuerst einig werden</translation>
    </message>
</context>
<context>
    <name>linesman::app::BoardCanvas</name>
    <message>
        <source>The board</source>
        <translation>Das Brett</translation>
    </message>
</context>
<context>
    <name>linesman::app::BoardEditor</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Side of a square</source>
        <translation>Seite eines Feldes</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Drag the four yellow corners onto the board&apos;s own, then paint its fields.</source>
        <translation>Die vier gelben Ecken auf die des Bretts ziehen, dann die Felder malen.</translation>
    </message>
    <message>
        <source>A board file to go on with</source>
        <translation>Eine Brettdatei zum Weiterarbeiten</translation>
    </message>
    <message>
        <source>A board file</source>
        <translation>Eine Brettdatei</translation>
    </message>
    <message>
        <source>Board files (*.toml)</source>
        <translation>Brettdateien (*.toml)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Fields of any shape</source>
        <translation>Felder beliebiger Form</translation>
    </message>
    <message>
        <source>Instead of a grid of squares: outline each field</source>
        <translation>Statt eines Gitters: jedes Feld umreißen</translation>
    </message>
    <message>
        <source>Squares</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>A click</source>
        <translation>Ein Klick</translation>
    </message>
    <message>
        <source>paints a field</source>
        <translation>malt ein Feld</translation>
    </message>
    <message>
        <source>With the kind chosen above</source>
        <translation>Mit der oben gewählten Art</translation>
    </message>
    <message>
        <source>sets a corner of a new field</source>
        <translation>setzt eine Ecke eines neuen Felds</translation>
    </message>
    <message>
        <source>Close it with its first corner, the right button or Return</source>
        <translation>Schließen mit der ersten Ecke, der rechten Taste oder Eingabe</translation>
    </message>
    <message>
        <source>joins or parts two neighbours</source>
        <translation>verbindet oder trennt zwei Nachbarn</translation>
    </message>
    <message>
        <source>Click one field, then the other</source>
        <translation>Erst das eine Feld anklicken, dann das andere</translation>
    </message>
    <message>
        <source>As a board file</source>
        <translation>Als Brettdatei</translation>
    </message>
    <message>
        <source>To scale, as PDF</source>
        <translation>Maßstäblich, als PDF</translation>
    </message>
    <message>
        <source>Not yet: %1</source>
        <translation>Noch nicht: %1</translation>
    </message>
    <message>
        <source>This board may be played on.</source>
        <translation>Auf diesem Brett darf gespielt werden.</translation>
    </message>
    <message>
        <source>May be played on. %1</source>
        <translation>Darf bespielt werden. %1</translation>
    </message>
    <message>
        <source>Not kept by the editor: %1</source>
        <translation>Behält der Editor nicht: %1</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>Kept in %1, to be gone on with: it may not be played on yet.</source>
        <translation>Gespeichert in %1 zum Weiterarbeiten: noch nicht bespielbar.</translation>
    </message>
    <message>
        <source>Only a board that may be played on can be printed. %1</source>
        <translation>Nur ein bespielbares Brett lässt sich drucken. %1</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Between the corners of the board</source>
        <translation>Zwischen den Ecken des Bretts</translation>
    </message>
    <message>
        <source>My board</source>
        <translation>Mein Brett</translation>
    </message>
</context>
<context>
    <name>linesman::app::BoardPalette</name>
    <message>
        <source>Kinds of fields</source>
        <translation>Arten von Feldern</translation>
    </message>
    <message>
        <source>Plain</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Terrain: nobody passes but as the law says</source>
        <translation>Gelände: Durchgang nur nach den Regeln</translation>
    </message>
    <message>
        <source>No field at all</source>
        <translation>Gar kein Feld</translation>
    </message>
    <message>
        <source>City (number below)</source>
        <translation>Stadt (Nummer unten)</translation>
    </message>
    <message>
        <source>Exit of the city, arrow away from it: up</source>
        <translation>Ausgang der Stadt, Pfeil von ihr weg: nach oben</translation>
    </message>
    <message>
        <source>Exit, arrow to the right</source>
        <translation>Ausgang, Pfeil nach rechts</translation>
    </message>
    <message>
        <source>Exit, arrow down</source>
        <translation>Ausgang, Pfeil nach unten</translation>
    </message>
    <message>
        <source>Exit, arrow to the left</source>
        <translation>Ausgang, Pfeil nach links</translation>
    </message>
    <message>
        <source>Sabotage field of White</source>
        <translation>Sabotagefeld von Weiß</translation>
    </message>
    <message>
        <source>Intelligence field of White</source>
        <translation>Spionagefeld von Weiß</translation>
    </message>
    <message>
        <source>Resource field of White</source>
        <translation>Rohstofffeld von Weiß</translation>
    </message>
    <message>
        <source>Pawn start (saw blade) of White</source>
        <translation>Bauernstart (Sägeblatt) von Weiß</translation>
    </message>
    <message>
        <source>Start of White&apos;s heavy pieces</source>
        <translation>Start der schweren Figuren von Weiß</translation>
    </message>
    <message>
        <source>Sabotage field of Black</source>
        <translation>Sabotagefeld von Schwarz</translation>
    </message>
    <message>
        <source>Intelligence field of Black</source>
        <translation>Spionagefeld von Schwarz</translation>
    </message>
    <message>
        <source>Resource field of Black</source>
        <translation>Rohstofffeld von Schwarz</translation>
    </message>
    <message>
        <source>Pawn start (saw blade) of Black</source>
        <translation>Bauernstart (Sägeblatt) von Schwarz</translation>
    </message>
    <message>
        <source>Start of Black&apos;s heavy pieces</source>
        <translation>Start der schweren Figuren von Schwarz</translation>
    </message>
    <message>
        <source>City number</source>
        <translation>Nummer der Stadt</translation>
    </message>
    <message>
        <source>Also opposite, for the other side</source>
        <translation>Auch gegenüber, für die andere Seite</translation>
    </message>
    <message>
        <source>The square turned by 180 degrees gets the same kind with the colours exchanged</source>
        <translation>Das um 180 Grad gedrehte Feld bekommt dieselbe Art mit vertauschten Farben</translation>
    </message>
</context>
<context>
    <name>linesman::app::BoardView</name>
    <message>
        <source>White %1</source>
        <translation>%1, weiß</translation>
    </message>
    <message>
        <source>Black %1</source>
        <translation>%1, schwarz</translation>
    </message>
    <message>
        <source>with a pawn aboard</source>
        <translation>mit Bauer an Bord</translation>
    </message>
    <message>
        <source>turned: fortified</source>
        <translation>gedreht: befestigt</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>ausgebildet</translation>
    </message>
    <message>
        <source>has a second life</source>
        <translation>hat ein zweites Leben</translation>
    </message>
    <message>
        <source>moves like a Queen</source>
        <translation>zieht wie eine Dame</translation>
    </message>
    <message>
        <source>training %1</source>
        <translation>Ausbildung %1</translation>
    </message>
    <message>
        <source>upgrade %1</source>
        <translation>Ausbau %1</translation>
    </message>
    <message>
        <source>Board of the match</source>
        <translation>Brett der Partie</translation>
    </message>
</context>
<context>
    <name>linesman::app::CalibrationPages</name>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Once for each camera and resolution</source>
        <translation>Einmal je Kamera und Auflösung</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Once for each table: where its markers lie</source>
        <translation>Einmal je Tisch: wo seine Marken liegen</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Before each match: what this table can decide</source>
        <translation>Vor jeder Partie: was dieser Tisch entscheiden kann</translation>
    </message>
</context>
<context>
    <name>linesman::app::CallList</name>
    <message>
        <source>Calls</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>This ship&apos;s shots</source>
        <translation>Schüsse dieses Schiffs</translation>
    </message>
    <message>
        <source>Judged on this picture</source>
        <translation>Auf diesem Bild beurteilt</translation>
    </message>
    <message>
        <source>Hide misses</source>
        <translation>Fehlschüsse ausblenden</translation>
    </message>
    <message>
        <source>1 miss</source>
        <translation>1 Fehlschuss</translation>
    </message>
    <message>
        <source>%1 misses</source>
        <translation>%1 Fehlschüsse</translation>
    </message>
</context>
<context>
    <name>linesman::app::CertificatePage</name>
    <message>
        <source>The table appears here, with what each place is worth.</source>
        <translation>Hier erscheint der Tisch, mit der Genauigkeit an jeder Stelle.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Save certificate …</source>
        <translation>Zertifikat speichern …</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Where to keep the certificate</source>
        <translation>Wo das Zertifikat gespeichert wird</translation>
    </message>
    <message>
        <source>A page to print (*.pdf);;Numbers (*.json)</source>
        <translation>Eine Seite zum Drucken (*.pdf);;Zahlen (*.json)</translation>
    </message>
    <message>
        <source>Before the match</source>
        <translation>Vor der Partie</translation>
    </message>
    <message>
        <source>Clear the markers, keep hands away, and measure: how small a difference can this table decide?</source>
        <translation>Marken freimachen, Hände weg, und messen: welchen kleinsten Abstand kann dieser Tisch entscheiden?</translation>
    </message>
    <message>
        <source>Camera number or device, film, folder or quoted pattern of pictures, or URL</source>
        <translation>Kameranummer oder -gerät, Film, Ordner oder Muster von Bildern, oder URL</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Lens files (*.yml *.yaml);;All files (*)</source>
        <translation>Objektivdateien (*.yml *.yaml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>none: estimated</source>
        <translation>keine: geschätzt</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Table files (*.toml);;All files (*)</source>
        <translation>Tischdateien (*.toml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>How long to look</source>
        <translation>Wie lange gemessen wird</translation>
    </message>
    <message>
        <source>The certificate</source>
        <translation>Das Zertifikat</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Measuring …</source>
        <translation>Messung läuft …</translation>
    </message>
    <message>
        <source>Smallest margin this table can call: %1 mm</source>
        <translation>Kleinster Abstand, den dieser Tisch entscheiden kann: %1 mm</translation>
    </message>
    <message>
        <source>Place on the table: ± %1 mm at the worst of nine points</source>
        <translation>Ort auf dem Tisch: ± %1 mm am schlechtesten von neun Punkten</translation>
    </message>
    <message>
        <source>Focus and light: not measured (too little contrast); %1 % over-exposed</source>
        <translation>Schärfe und Licht: nicht gemessen (zu wenig Kontrast); %1 % überbelichtet</translation>
    </message>
    <message>
        <source>Focus and light: not measured (no marker in view); %1 % over-exposed</source>
        <translation>Schärfe und Licht: nicht gemessen (keine Marke im Bild); %1 % überbelichtet</translation>
    </message>
    <message>
        <source>Focus: edges %1 px wide</source>
        <translation>Schärfe: Kanten %1 px breit</translation>
    </message>
    <message>
        <source>Light: white %1, black %2 of 255; %3 % over-exposed</source>
        <translation>Licht: Weiß %1, Schwarz %2 von 255; %3 % überbelichtet</translation>
    </message>
    <message>
        <source>Frames: %1, %2 a second, %3 dropped</source>
        <translation>Bilder: %1, %2 je Sekunde, %3 verloren</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>Gespeichert als %1.</translation>
    </message>
    <message>
        <source>One frame: rate, losses and noise take two or more</source>
        <translation>Ein Bild: Bildrate, Verluste und Rauschen brauchen zwei oder mehr</translation>
    </message>
    <message>
        <source>Marker %1, by the others: %2 mm from its place</source>
        <translation>Marke %1, nach den übrigen: %2 mm neben ihrem Platz</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>Wird beendet …</translation>
    </message>
</context>
<context>
    <name>linesman::app::ClockWish</name>
    <message>
        <source>What is decided</source>
        <translation>Was entschieden wird</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Give time</source>
        <translation>Zeit geben</translation>
    </message>
    <message>
        <source>Take time: a penalty</source>
        <translation>Zeit nehmen: eine Strafe</translation>
    </message>
    <message>
        <source>Penalty without time</source>
        <translation>Strafe ohne Zeit</translation>
    </message>
    <message>
        <source>Stop the clocks</source>
        <translation>Uhren anhalten</translation>
    </message>
    <message>
        <source>Let the clocks run</source>
        <translation>Uhren laufen lassen</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
</context>
<context>
    <name>linesman::app::CornerQuestion</name>
    <message>
        <source>Which corner is a1, as the camera sees it?</source>
        <translation>Welche Ecke ist a1, wie die Kamera es sieht?</translation>
    </message>
    <message>
        <source>Far left</source>
        <translation>Hinten links</translation>
    </message>
    <message>
        <source>Far right</source>
        <translation>Hinten rechts</translation>
    </message>
    <message>
        <source>Near left</source>
        <translation>Vorn links</translation>
    </message>
    <message>
        <source>Near right</source>
        <translation>Vorn rechts</translation>
    </message>
</context>
<context>
    <name>linesman::app::DecisionForm</name>
    <message>
        <source>who decides</source>
        <translation>wer entscheidet</translation>
    </message>
    <message>
        <source>why</source>
        <translation>warum</translation>
    </message>
    <message>
        <source>Record it</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Write the decision into the record</source>
        <translation>Die Entscheidung in die Aufzeichnung schreiben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>linesman::app::EditorPage</name>
    <message>
        <source>‹ Back</source>
        <translation>‹ Zurück</translation>
    </message>
    <message>
        <source>‹ Leave without saving?</source>
        <translation>‹ Ohne Speichern verlassen?</translation>
    </message>
    <message>
        <source>Leave the editor (Esc)</source>
        <translation>Den Editor verlassen (Esc)</translation>
    </message>
    <message>
        <source>Board editor</source>
        <translation>Bretteditor</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Take the last change back (Ctrl+Z)</source>
        <translation>Die letzte Änderung zurücknehmen (Strg+Z)</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Save the board</source>
        <translation>Das Brett speichern</translation>
    </message>
    <message>
        <source>Print the board</source>
        <translation>Das Brett drucken</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>What is drawn here is in no file yet. Save it, or leave once more.</source>
        <translation>Was hier gezeichnet ist, steht noch in keiner Datei. Speichern oder noch einmal verlassen.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Do what was taken back once more (Ctrl+Y, Ctrl+Shift+Z)</source>
        <translation>Was zurückgenommen wurde, noch einmal tun (Strg+Y, Strg+Umschalt+Z)</translation>
    </message>
</context>
<context>
    <name>linesman::app::FactsPanel</name>
    <message>
        <source>Counters appear when the start has been seen.</source>
        <translation>Zähler erscheinen, wenn die Aufstellung gesehen wurde.</translation>
    </message>
    <message>
        <source>Agreed for this match</source>
        <translation>Für diese Partie vereinbart</translation>
    </message>
    <message>
        <source>Nothing: every rule as usual.</source>
        <translation>Nichts: jede Regel wie üblich.</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>Wie üblich</translation>
    </message>
</context>
<context>
    <name>linesman::app::FlagshipQuestion</name>
    <message>
        <source>Which ship is %1&apos;s flagship?</source>
        <translation>Welches Schiff ist das Flaggschiff von %1?</translation>
    </message>
    <message>
        <source>Says &quot;flagship %1&quot;</source>
        <translation>Sagt „flagship %1“</translation>
    </message>
</context>
<context>
    <name>linesman::app::FleetPanel</name>
    <message>
        <source>Fleets</source>
        <translation>Flotten</translation>
    </message>
    <message>
        <source>%1 afloat</source>
        <translation>%1 schwimmen</translation>
    </message>
    <message>
        <source>large</source>
        <translation>groß</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>small</source>
        <translation>klein</translation>
    </message>
    <message>
        <source>%1: %2, damage %3 of %4</source>
        <translation>%1: %2, Schaden %3 von %4</translation>
    </message>
    <message>
        <source>%1: flagship, %2, damage %3 of %4</source>
        <translation>%1: Flaggschiff, %2, Schaden %3 von %4</translation>
    </message>
</context>
<context>
    <name>linesman::app::GamePage</name>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Counters and rules</source>
        <translation>Zähler und Regeln</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Shots</source>
        <translation>Schüsse</translation>
    </message>
    <message>
        <source>Fleets</source>
        <translation>Flotten</translation>
    </message>
</context>
<context>
    <name>linesman::app::InvasionEditor</name>
    <message>
        <source>Find the board or drag its corners, turn it, then set the men as yours begin.</source>
        <translation>Brett finden oder seine Ecken ziehen, drehen, dann die Figuren so setzen, wie sie bei dir beginnen.</translation>
    </message>
    <message>
        <source>A match file of Invasion to go on with</source>
        <translation>Eine Partiedatei von Invasion, um daran weiterzuarbeiten</translation>
    </message>
    <message>
        <source>A match file of Invasion</source>
        <translation>Eine Partiedatei von Invasion</translation>
    </message>
    <message>
        <source>Match files (*.toml)</source>
        <translation>Partiedateien (*.toml)</translation>
    </message>
    <message>
        <source>Measure all ten and divide: that is ten times as exact</source>
        <translation>Alle zehn messen und teilen: Das ist zehnmal so genau</translation>
    </message>
    <message>
        <source>%1 × %1 squares</source>
        <translation>%1 × %1 Felder</translation>
    </message>
    <message>
        <source>Where troopers are promoted: the corner block of the enemy</source>
        <translation>Wo Soldaten befördert werden: der Eckblock des Gegners</translation>
    </message>
    <message>
        <source>the two free ones</source>
        <translation>die beiden freien</translation>
    </message>
    <message>
        <source>the two homes</source>
        <translation>die beiden Heimatecken</translation>
    </message>
    <message>
        <source>A flag that comes to one of them arms the bomb</source>
        <translation>Eine Flagge, die eine von ihnen erreicht, macht die Bombe scharf</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Square</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Grey boxes</source>
        <translation>Graue Kästen</translation>
    </message>
    <message>
        <source>Red corners</source>
        <translation>Rote Ecken</translation>
    </message>
    <message>
        <source>How the armies begin</source>
        <translation>Anfangsstellung</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>White: %1</source>
        <translation>Weiß: %1</translation>
    </message>
    <message>
        <source>Black: %1</source>
        <translation>Schwarz: %1</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>Niemand</translation>
    </message>
    <message>
        <source>Nobody stands there</source>
        <translation>Dort steht niemand</translation>
    </message>
    <message>
        <source>Also opposite, for the other side</source>
        <translation>Auch gegenüber, für die andere Seite</translation>
    </message>
    <message>
        <source>As proposed</source>
        <translation>Wie vorgeschlagen</translation>
    </message>
    <message>
        <source>The start that our rules propose: the rulebook&apos;s own is a picture</source>
        <translation>Der Beginn, den unsere Regeln vorschlagen: Der des Regelhefts ist ein Bild</translation>
    </message>
    <message>
        <source>As a match file, with the table&apos;s file beside it</source>
        <translation>Als Partiedatei, die Datei des Tisches daneben</translation>
    </message>
    <message>
        <source>To scale with corner markers, as PDF</source>
        <translation>Maßstäblich mit Eckmarken, als PDF</translation>
    </message>
    <message>
        <source>New match …</source>
        <translation>Neue Partie …</translation>
    </message>
    <message>
        <source>On this board; keep it first</source>
        <translation>Auf diesem Brett; vorher speichern</translation>
    </message>
    <message>
        <source>Not yet: %1</source>
        <translation>Noch nicht: %1</translation>
    </message>
    <message>
        <source>each side&apos;s headquarters stands on a corner of its own.</source>
        <translation>Das Hauptquartier jeder Seite steht auf einer eigenen Ecke.</translation>
    </message>
    <message>
        <source>%1: %2 too many of %3</source>
        <translation>%1: %2 zu viel (%3)</translation>
    </message>
    <message>
        <source>%1: %2 missing of %3</source>
        <translation>%1: %2 zu wenig (%3)</translation>
    </message>
    <message>
        <source>This board may be played on.</source>
        <translation>Auf diesem Brett kann gespielt werden.</translation>
    </message>
    <message>
        <source>May be played on. %1.</source>
        <translation>Kann bespielt werden. %1.</translation>
    </message>
    <message>
        <source>Only a board that may be played on can be kept.</source>
        <translation>Nur ein Brett, das bespielt werden kann, lässt sich speichern.</translation>
    </message>
    <message>
        <source>Kept in %1, for the camera in %2</source>
        <translation>Gespeichert in %1, für die Kamera in %2</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>headquarters</source>
        <translation>Hauptquartier</translation>
    </message>
    <message>
        <source>flag</source>
        <translation>Flagge</translation>
    </message>
    <message>
        <source>commando</source>
        <translation>Kommando</translation>
    </message>
    <message>
        <source>paratrooper</source>
        <translation>Fallschirmjäger</translation>
    </message>
    <message>
        <source>tank</source>
        <translation>Panzer</translation>
    </message>
    <message>
        <source>trooper</source>
        <translation>Soldat</translation>
    </message>
</context>
<context>
    <name>linesman::app::LensPage</name>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Save lens.yml …</source>
        <translation>lens.yml speichern …</translation>
    </message>
    <message>
        <source>The camera&apos;s picture appears here.</source>
        <translation>Hier erscheint das Kamerabild.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Where to keep the lens</source>
        <translation>Wo das Objektiv gespeichert wird</translation>
    </message>
    <message>
        <source>1  Print the sheet</source>
        <translation>1  Das Blatt drucken</translation>
    </message>
    <message>
        <source>Print at 100 %, glue it to something flat, and measure its 100 mm ruler.</source>
        <translation>Mit 100 % drucken, auf etwas Ebenes kleben und das 100-mm-Lineal nachmessen.</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>What the printed 100 mm ruler really measures</source>
        <translation>Was das gedruckte 100-mm-Lineal wirklich misst</translation>
    </message>
    <message>
        <source>Save PDF …</source>
        <translation>PDF speichern …</translation>
    </message>
    <message>
        <source>Where to keep the sheet</source>
        <translation>Wo das Blatt gespeichert wird</translation>
    </message>
    <message>
        <source>2  Show it from all sides</source>
        <translation>2  Von allen Seiten zeigen</translation>
    </message>
    <message>
        <source>Follow the dashed outline. Each view is taken by itself when the sheet is sharp and still.</source>
        <translation>Dem gestrichelten Umriss folgen. Jede Ansicht wird von selbst aufgenommen, wenn das Blatt scharf und still ist.</translation>
    </message>
    <message>
        <source>%v of %m views</source>
        <translation>%v von %m Ansichten</translation>
    </message>
    <message>
        <source>3  The lens</source>
        <translation>3  Das Objektiv</translation>
    </message>
    <message>
        <source>Not calibrated yet.</source>
        <translation>Noch nicht kalibriert.</translation>
    </message>
    <message>
        <source>Doubt of where a ray lands: blue 0 px, orange 1 px and more; dark where the sheet was never shown</source>
        <translation>Unsicherheit, wo ein Strahl landet: blau 0 px, orange 1 px und mehr; dunkel, wo das Blatt nie gezeigt wurde</translation>
    </message>
    <message>
        <source>The sheet is in %1.</source>
        <translation>Das Blatt liegt in %1.</translation>
    </message>
    <message>
        <source>%1 of %2 views</source>
        <translation>%1 von %2 Ansichten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Calibrating …</source>
        <translation>Kalibrierung läuft …</translation>
    </message>
    <message>
        <source>Calibrating: %1 %</source>
        <translation>Kalibrierung: %1 %</translation>
    </message>
    <message>
        <source>Points fit to %1 px. Focal length %2 ± %3 px. A ray is known to %4 px where the sheet was shown.</source>
        <translation>Punkte passen auf %1 px. Brennweite %2 ± %3 px. Ein Strahl ist auf %4 px bekannt, wo das Blatt gezeigt wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%n view(s) left out.</source>
        <translation>
            <numerusform>%n Ansicht ausgelassen.</numerusform>
            <numerusform>%n Ansichten ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>To make it better: %1.</source>
        <translation>Zum Verbessern: %1.</translation>
    </message>
    <message>
        <source>The pictures have ended with %1 views; %2 are needed at least.</source>
        <translation>Die Bilder sind zu Ende, mit %1 Ansichten; mindestens %2 sind nötig.</translation>
    </message>
    <message>
        <source>The pictures have ended with %1 views. Calibrate now.</source>
        <translation>Die Bilder sind zu Ende, mit %1 Ansichten. Jetzt kalibrieren.</translation>
    </message>
    <message>
        <source>Saved as %1. “Open the camera” uses it from now on; for a match, choose it in the set-up.</source>
        <translation>Gespeichert als %1. „Kamera öffnen“ benutzt sie von nun an; für eine Partie beim Einrichten wählen.</translation>
    </message>
</context>
<context>
    <name>linesman::app::MainWindow</name>
    <message>
        <source>table not found</source>
        <translation>Tisch nicht gefunden</translation>
    </message>
    <message>
        <source>The clocks stand; it is tried again by itself.</source>
        <translation>Die Uhren stehen; es wird von selbst wieder versucht.</translation>
    </message>
    <message>
        <source>no spectators: see here</source>
        <translation>keine Zuschauer: siehe hier</translation>
    </message>
    <message>
        <source>table in doubt: see here</source>
        <translation>Tisch zweifelhaft: siehe hier</translation>
    </message>
    <message>
        <source>pictures passed over: %1</source>
        <translation>übergangene Bilder: %1</translation>
    </message>
    <message>
        <source>%1 pieces  ·  table fixed to %2 px  ·  %3 ms</source>
        <translation>%1 Figuren  ·  Tisch auf %2 px  ·  %3 ms</translation>
    </message>
    <message>
        <source>Leave the match?</source>
        <translation>Partie verlassen?</translation>
    </message>
    <message>
        <source>To the start page</source>
        <translation>Zur Startseite</translation>
    </message>
    <message>
        <source>What is played is no longer what the match that goes on has agreed: this begins a new one, and that one stays in %1. Begin again if that is wanted.</source>
        <translation>Es wird nicht mehr gespielt, was für die laufende Partie vereinbart ist: das beginnt eine neue, und jene bleibt in %1. Noch einmal beginnen, wenn das so gewollt ist.</translation>
    </message>
</context>
<context>
    <name>linesman::app::MarginGauge</name>
    <message>
        <source>no margin</source>
        <translation>kein Abstand</translation>
    </message>
    <message>
        <source>margin %1 millimetres</source>
        <translation>Abstand %1 Millimeter</translation>
    </message>
    <message>
        <source>, sigma %1</source>
        <translation>, Sigma %1</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
</context>
<context>
    <name>linesman::app::MatchPanel</name>
    <message>
        <source>put back</source>
        <translation>zurückgestellt</translation>
    </message>
    <message>
        <source>PUT BACK</source>
        <translation>ZURÜCKSTELLEN</translation>
    </message>
    <message>
        <source>OVER</source>
        <translation>ENDE</translation>
    </message>
    <message>
        <source>overruled</source>
        <translation>aufgehoben</translation>
    </message>
    <message>
        <source>challenged</source>
        <translation>angefochten</translation>
    </message>
    <message>
        <source>view</source>
        <translation>Sicht</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>No. %1 by %2: %3</source>
        <translation>Nr. %1 durch %2: %3</translation>
    </message>
    <message>
        <source>No. %1, kept in a file of its own</source>
        <translation>Nr. %1, in eigener Datei aufbewahrt</translation>
    </message>
    <message>
        <source>Nobody wins.</source>
        <translation>Niemand gewinnt.</translation>
    </message>
    <message>
        <source>%1 wins.</source>
        <translation>%1 gewinnt.</translation>
    </message>
    <message>
        <source>The whole table is in sight again.</source>
        <translation>Der ganze Tisch ist wieder zu sehen.</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>Anfechten</translation>
    </message>
    <message>
        <source>Keep everything about the chosen verdict in one file</source>
        <translation>Alles zum gewählten Urteil in einer Datei aufbewahren</translation>
    </message>
    <message>
        <source>Overrule</source>
        <translation>Aufheben</translation>
    </message>
    <message>
        <source>People decide against the chosen verdict</source>
        <translation>Menschen entscheiden gegen das gewählte Urteil</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>Recorded.</source>
        <translation>Aufgezeichnet.</translation>
    </message>
    <message>
        <source>RETRACTED</source>
        <translation>ZURÜCKGENOMMEN</translation>
    </message>
    <message>
        <source>Rulings so far</source>
        <translation>Bisherige Urteile</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Give or take time, a penalty, stop the clocks</source>
        <translation>Zeit geben oder nehmen, eine Strafe, Uhren anhalten</translation>
    </message>
    <message>
        <source>Clocks and penalties</source>
        <translation>Uhren und Strafen</translation>
    </message>
    <message>
        <source>Overrule no. %1: %2</source>
        <translation>Nr. %1 aufheben: %2</translation>
    </message>
    <message>
        <source>%1 gives %2 %3: %4</source>
        <translation>%1 gibt %2 %3: %4</translation>
    </message>
    <message>
        <source>%1 takes %2 from %3: %4</source>
        <translation>%1 nimmt %3 %2: %4</translation>
    </message>
    <message>
        <source>%1 warns %2: %3</source>
        <translation>%1 verwarnt %2: %3</translation>
    </message>
    <message>
        <source>%1 stops the clocks: %2</source>
        <translation>%1 hält die Uhren an: %2</translation>
    </message>
    <message>
        <source>%1 lets the clocks run: %2</source>
        <translation>%1 lässt die Uhren laufen: %2</translation>
    </message>
    <message>
        <source>The agreed playing time is used up.</source>
        <translation>Die vereinbarte Spielzeit ist abgelaufen.</translation>
    </message>
    <message>
        <source>The time of %1 is used up.</source>
        <translation>Die Zeit von %1 ist abgelaufen.</translation>
    </message>
    <message>
        <source>PENALTY</source>
        <translation>STRAFE</translation>
    </message>
    <message>
        <source>TIME PENALTY</source>
        <translation>ZEITSTRAFE</translation>
    </message>
    <message>
        <source>CLOCK</source>
        <translation>UHR</translation>
    </message>
    <message>
        <source>trouble</source>
        <translation>Störung</translation>
    </message>
    <message>
        <source>all well</source>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Keep it in another folder …</source>
        <translation>In einem anderen Ordner aufbewahren …</translation>
    </message>
    <message>
        <source>The match begins anew, with its record there</source>
        <translation>Die Partie beginnt neu, mit ihrer Aufzeichnung dort</translation>
    </message>
    <message>
        <source>A folder for the match&apos;s record</source>
        <translation>Ein Ordner für die Aufzeichnung der Partie</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>linesman::app::MatchWizard</name>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>Für später behalten</translation>
    </message>
    <message>
        <source>New match</source>
        <translation>Neue Partie</translation>
    </message>
    <message>
        <source>Writes the match profile, to be opened again from the start page</source>
        <translation>Schreibt das Partieprofil; es lässt sich von der Startseite wieder öffnen</translation>
    </message>
    <message>
        <source>Begin the match</source>
        <translation>Partie beginnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
</context>
<context>
    <name>linesman::app::MessagePage</name>
    <message>
        <source>No picture</source>
        <translation>Kein Bild</translation>
    </message>
    <message>
        <source>The lens file cannot be used</source>
        <translation>Die Objektivdatei ist nicht brauchbar</translation>
    </message>
    <message>
        <source>The calibration is for another resolution</source>
        <translation>Die Kalibrierung gilt für eine andere Auflösung</translation>
    </message>
    <message>
        <source>The table file cannot be used</source>
        <translation>Die Tischdatei ist nicht brauchbar</translation>
    </message>
    <message>
        <source>The table is not found in the picture</source>
        <translation>Der Tisch ist im Bild nicht zu finden</translation>
    </message>
    <message>
        <source>A fault of the program</source>
        <translation>Ein Fehler des Programms</translation>
    </message>
    <message>
        <source>Something is missing</source>
        <translation>Etwas fehlt</translation>
    </message>
    <message>
        <source>Check the camera&apos;s cable and that no other program uses it.</source>
        <translation>Das Kabel der Kamera prüfen, und dass kein anderes Programm sie benutzt.</translation>
    </message>
    <message>
        <source>A film, a folder of pictures or a phone camera&apos;s URL works too.</source>
        <translation>Auch ein Film, ein Ordner mit Bildern oder die URL einer Handykamera geht.</translation>
    </message>
    <message>
        <source>Set the camera to the resolution that was calibrated, or calibrate at this one.</source>
        <translation>Die Kamera auf die kalibrierte Auflösung stellen oder bei dieser kalibrieren.</translation>
    </message>
    <message>
        <source>Lay the printed corner markers where the table file says, at least one wholly in view.</source>
        <translation>Die gedruckten Eckmarken so hinlegen, wie die Tischdatei sagt, mindestens eine ganz im Bild.</translation>
    </message>
    <message>
        <source>Take away what covers them, and avoid glare on the paper.</source>
        <translation>Wegnehmen, was sie verdeckt, und Spiegelungen auf dem Papier vermeiden.</translation>
    </message>
    <message>
        <source>Check that the table file names the dictionary and size of the markers you printed.</source>
        <translation>Prüfen, ob die Tischdatei Verzeichnis und Größe der gedruckten Marken nennt.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Show the demo</source>
        <translation>Demo zeigen</translation>
    </message>
    <message>
        <source>Without a lens file the focal length is estimated and every margin gets a wider doubt.</source>
        <translation>Ohne Objektivdatei wird die Brennweite geschätzt, und jeder Abstand wird unsicherer.</translation>
    </message>
    <message>
        <source>Change the set-up</source>
        <translation>Einrichtung ändern</translation>
    </message>
    <message>
        <source>Calibrate the camera</source>
        <translation>Kamera kalibrieren</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>There is none yet? Print corner markers, lay them round the table and measure it now: that writes the file.</source>
        <translation>Noch keine da? Eckmarken drucken, um den Tisch legen und ihn jetzt vermessen: Das schreibt die Datei.</translation>
    </message>
    <message>
        <source>Measure the table</source>
        <translation>Den Tisch vermessen</translation>
    </message>
    <message>
        <source>Choose the table file …</source>
        <translation>Tischdatei wählen …</translation>
    </message>
    <message>
        <source>The table file</source>
        <translation>Die Tischdatei</translation>
    </message>
    <message>
        <source>Table files (*.toml)</source>
        <translation>Tischdateien (*.toml)</translation>
    </message>
    <message>
        <source>This table has not been measured yet</source>
        <translation>Dieser Tisch ist noch nicht vermessen</translation>
    </message>
    <message>
        <source>Cameras are numbered: where 0 is another one, choose 1 in the match&apos;s set-up.</source>
        <translation>Kameras sind nummeriert: Wo 0 eine andere ist, beim Einrichten der Partie 1 wählen.</translation>
    </message>
    <message>
        <source>Choose the file that the calibration wrote in the match&apos;s set-up, or calibrate the camera now.</source>
        <translation>Die Datei der Kalibrierung beim Einrichten der Partie wählen oder die Kamera jetzt kalibrieren.</translation>
    </message>
    <message>
        <source>Measure the table: the next page prints the markers, takes two pictures of them and writes the file.</source>
        <translation>Den Tisch vermessen: Die nächste Seite druckt die Marken, nimmt zwei Bilder von ihnen auf und schreibt die Datei.</translation>
    </message>
    <message>
        <source>It has been measured before? Choose its table file.</source>
        <translation>Er ist schon einmal vermessen worden? Seine Tischdatei wählen.</translation>
    </message>
    <message>
        <source>Games on squares need none: begin a match on the start page.</source>
        <translation>Spiele auf Feldern brauchen keine: auf der Startseite eine Partie beginnen.</translation>
    </message>
    <message>
        <source>Choose another table file: it lists the corner markers, their size and places.</source>
        <translation>Eine andere Tischdatei wählen: Sie nennt die Eckmarken, ihre Größe und Lage.</translation>
    </message>
    <message>
        <source>Linesman measures from printed markers at the table&apos;s corners. A table file says where they lie, and none was chosen.</source>
        <translation>Linesman misst von gedruckten Marken an den Ecken des Tisches aus. Wo sie liegen, sagt eine Tischdatei, und keine ist gewählt.</translation>
    </message>
    <message>
        <source>It is tried again by itself every few seconds.</source>
        <translation>Es wird alle paar Sekunden von selbst wieder versucht.</translation>
    </message>
</context>
<context>
    <name>linesman::app::PhotoBar</name>
    <message>
        <source>Photograph …</source>
        <translation>Foto …</translation>
    </message>
    <message>
        <source>A picture of the real board</source>
        <translation>Ein Bild des wirklichen Bretts</translation>
    </message>
    <message>
        <source>From the camera</source>
        <translation>Von der Kamera</translation>
    </message>
    <message>
        <source>The board as the camera sees it now</source>
        <translation>Das Brett, wie die Kamera es jetzt sieht</translation>
    </message>
    <message>
        <source>Find the board</source>
        <translation>Brett finden</translation>
    </message>
    <message>
        <source>Looks for the squares in the photograph (F)</source>
        <translation>Sucht die Felder auf dem Foto (F)</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>a1 goes to the next corner (T)</source>
        <translation>a1 kommt in die nächste Ecke (T)</translation>
    </message>
    <message>
        <source>A photograph of the board</source>
        <translation>Ein Foto des Bretts</translation>
    </message>
    <message>
        <source>No camera is plugged in; choose a photograph instead.</source>
        <translation>Es ist keine Kamera angeschlossen; stattdessen ein Foto wählen.</translation>
    </message>
    <message>
        <source>The picture %1 cannot be read; save it as JPEG or PNG.</source>
        <translation>Das Bild %1 ist nicht zu lesen; als JPEG oder PNG speichern.</translation>
    </message>
    <message>
        <source>There is no photograph yet in which to find the board.</source>
        <translation>Es gibt noch kein Foto, auf dem das Brett zu finden wäre.</translation>
    </message>
    <message>
        <source>Only boards of squares are found by themselves; drag the corners.</source>
        <translation>Nur Bretter aus Quadraten werden von selbst gefunden; die Ecken ziehen.</translation>
    </message>
    <message>
        <source>No board of %1 × %2 squares was found in the photograph; drag the corners.</source>
        <translation>Auf dem Foto wurde kein Brett mit %1 × %2 Feldern gefunden; die Ecken ziehen.</translation>
    </message>
    <message>
        <source>The corners are crossed or mirrored: from a1 they go round the other way.</source>
        <translation>Die Ecken sind verdreht oder gespiegelt: Von a1 geht es andersherum.</translation>
    </message>
    <message>
        <source>A corner lies %1 squares from where the photograph has it.</source>
        <translation>Eine Ecke liegt %1 Felder neben der auf dem Foto.</translation>
    </message>
    <message>
        <source>The squares of the photograph lie where they are drawn (to %1 px). Turn it until a1 is right.</source>
        <translation>Die Felder des Fotos liegen, wo sie gezeichnet sind (auf %1 px). Drehen, bis a1 stimmt.</translation>
    </message>
    <message>
        <source>Whose board is drawn</source>
        <translation>Wessen Brett gezeichnet wird</translation>
    </message>
    <message>
        <source>%1 × %2 squares reach over the photograph&apos;s edge: draw fewer, or photograph the whole board.</source>
        <translation>%1 × %2 Felder reichen über den Rand des Fotos hinaus: weniger zeichnen oder das ganze Brett fotografieren.</translation>
    </message>
</context>
<context>
    <name>linesman::app::PlayedQuestion</name>
    <message>
        <source>What was played?</source>
        <translation>Was wurde gespielt?</translation>
    </message>
    <message>
        <source>Says that this was played</source>
        <translation>Sagt, dass dies gespielt wurde</translation>
    </message>
</context>
<context>
    <name>linesman::app::ReplayPage</name>
    <message>
        <source>A report is a PDF or a web page; end its name in .pdf or .html.</source>
        <translation>Ein Bericht ist ein PDF oder eine Webseite; den Namen auf .pdf oder .html enden lassen.</translation>
    </message>
    <message>
        <source>Nothing has happened yet in this match.</source>
        <translation>In dieser Partie ist noch nichts geschehen.</translation>
    </message>
    <message>
        <source>‹ Back</source>
        <translation>‹ Zurück</translation>
    </message>
    <message>
        <source>Leave the replay (Esc)</source>
        <translation>Die Wiedergabe verlassen (Esc)</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Also measured tables, hands, clocks and what was said</source>
        <translation>Auch gemessene Tische, Hände, Uhren und Gesagtes</translation>
    </message>
    <message>
        <source>Previous ruling</source>
        <translation>Voriges Urteil</translation>
    </message>
    <message>
        <source>The ruling before (P)</source>
        <translation>Das Urteil davor (P)</translation>
    </message>
    <message>
        <source>Next ruling</source>
        <translation>Nächstes Urteil</translation>
    </message>
    <message>
        <source>The next ruling (N)</source>
        <translation>Das nächste Urteil (N)</translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>Neu urteilen</translation>
    </message>
    <message>
        <source>From the measurements in the record (J)</source>
        <translation>Aus den Messungen der Aufzeichnung (J)</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>Bericht …</translation>
    </message>
    <message>
        <source>A page with pictures, as PDF or HTML</source>
        <translation>Eine Seite mit Bildern, als PDF oder HTML</translation>
    </message>
    <message>
        <source>Clip …</source>
        <translation>Film …</translation>
    </message>
    <message>
        <source>A film of the rulings, or a folder of pictures</source>
        <translation>Ein Film der Urteile oder ein Ordner mit Bildern</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Den Bericht speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;Web page (*.html)</source>
        <translation>PDF (*.pdf);;Webseite (*.html)</translation>
    </message>
    <message>
        <source>Save the clip</source>
        <translation>Den Film speichern</translation>
    </message>
    <message>
        <source>Film (*.avi *.mp4);;Folder of pictures (*)</source>
        <translation>Film (*.avi *.mp4);;Ordner mit Bildern (*)</translation>
    </message>
    <message>
        <source>event %1 of %2</source>
        <translation>Ereignis %1 von %2</translation>
    </message>
    <message>
        <source>Judged again: the same.</source>
        <translation>Neu geurteilt: dasselbe.</translation>
    </message>
    <message>
        <source>Judged again: the same. %1</source>
        <translation>Neu geurteilt: dasselbe. %1</translation>
    </message>
    <message>
        <source>Judged again: %1 instead of %2</source>
        <translation>Neu geurteilt: %1 statt %2</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>Gespeichert in %1</translation>
    </message>
    <message>
        <source>%1 rulings kept in %2</source>
        <translation>%1 Urteile gespeichert in %2</translation>
    </message>
</context>
<context>
    <name>linesman::app::RulingView</name>
    <message>
        <source>No ruling yet. What the referee says stands here, with its reason.</source>
        <translation>Noch kein Urteil. Hier steht, was der Schiedsrichter sagt, mit seinem Grund.</translation>
    </message>
</context>
<context>
    <name>linesman::app::SidePanel</name>
    <message>
        <source>No verdict: the table is not in sight.</source>
        <translation>Kein Urteil: der Tisch ist nicht zu sehen.</translation>
    </message>
    <message>
        <source>No ship lies on the table yet.</source>
        <translation>Noch liegt kein Schiff auf dem Tisch.</translation>
    </message>
    <message>
        <source>Nothing to judge on this picture.</source>
        <translation>Auf diesem Bild gibt es nichts zu urteilen.</translation>
    </message>
    <message>
        <source>This ship can hit nothing from here.</source>
        <translation>Dieses Schiff kann von hier aus nichts treffen.</translation>
    </message>
    <message>
        <source>Choose a line below to see how it was judged.</source>
        <translation>Eine Zeile darunter wählen, um zu sehen, wie geurteilt wurde.</translation>
    </message>
    <message>
        <source>No ship can hit another from here. Choose a ship to see its misses.</source>
        <translation>Kein Schiff kann von hier aus ein anderes treffen. Ein Schiff wählen, um seine Fehlschüsse zu sehen.</translation>
    </message>
</context>
<context>
    <name>linesman::app::SourceButton</name>
    <message>
        <source>Choose a camera, a film or a folder of pictures</source>
        <translation>Eine Kamera, einen Film oder einen Ordner mit Bildern wählen</translation>
    </message>
    <message>
        <source>A film or picture …</source>
        <translation>Film oder Bild …</translation>
    </message>
    <message>
        <source>A film or picture</source>
        <translation>Ein Film oder Bild</translation>
    </message>
    <message>
        <source>A folder of pictures …</source>
        <translation>Ordner mit Bildern …</translation>
    </message>
    <message>
        <source>A folder of pictures</source>
        <translation>Ein Ordner mit Bildern</translation>
    </message>
</context>
<context>
    <name>linesman::app::SourceRun</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Camera number or device, film, folder or quoted pattern of pictures, or URL</source>
        <translation>Kameranummer oder -gerät, Film, Ordner oder Muster von Bildern, oder URL</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Halt</translation>
    </message>
    <message>
        <source>Waiting for the first picture …</source>
        <translation>Warten auf das erste Bild …</translation>
    </message>
</context>
<context>
    <name>linesman::app::Speaker</name>
    <message>
        <source>%1 not applied</source>
        <translation>%1 nicht angewendet</translation>
    </message>
    <message>
        <source>hit</source>
        <translation>Treffer</translation>
    </message>
    <message>
        <source>legal</source>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>illegal</source>
        <translation>unerlaubt</translation>
    </message>
    <message>
        <source>too close: no</source>
        <translation>zu knapp: nein</translation>
    </message>
    <message>
        <source>not ruled</source>
        <translation>nicht entschieden</translation>
    </message>
    <message>
        <source>put the men back</source>
        <translation>Figuren zurückstellen</translation>
    </message>
    <message>
        <source>put %1 back</source>
        <translation>%1 zurückstellen</translation>
    </message>
    <message>
        <source>the game is over, nobody wins</source>
        <translation>das Spiel ist aus, niemand gewinnt</translation>
    </message>
    <message>
        <source>the game is over, %1 wins</source>
        <translation>das Spiel ist aus, %1 gewinnt</translation>
    </message>
    <message>
        <source>%1 to move</source>
        <translation>%1 am Zug</translation>
    </message>
</context>
<context>
    <name>linesman::app::StartPage</name>
    <message>
        <source>A referee at your table</source>
        <translation>Ein Schiedsrichter am Tisch</translation>
    </message>
    <message>
        <source>Linesman watches the game through a camera, measures where pieces lie and says what the rules say, with the margin and how sure it is.</source>
        <translation>Linesman sieht dem Spiel durch eine Kamera zu, misst, wo die Figuren liegen, und sagt, was die Regeln sagen: mit Abstand und Sicherheit.</translation>
    </message>
    <message>
        <source>Watch the demo</source>
        <translation>Demo ansehen</translation>
    </message>
    <message>
        <source>Open the camera</source>
        <translation>Kamera öffnen</translation>
    </message>
    <message>
        <source>Choose pictures …</source>
        <translation>Bilder wählen …</translation>
    </message>
    <message>
        <source>See it work</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Replay a match …</source>
        <translation>Partie wiedergeben …</translation>
    </message>
    <message>
        <source>A recorded match or a dispute file: step to any event, judge again, keep a report</source>
        <translation>Eine aufgezeichnete Partie oder Streitfalldatei: zu jedem Ereignis gehen, neu urteilen, Bericht behalten</translation>
    </message>
    <message>
        <source>Draw a board …</source>
        <translation>Brett zeichnen …</translation>
    </message>
    <message>
        <source>Judge a table</source>
        <translation>Einen Tisch beurteilen</translation>
    </message>
    <message>
        <source>Without a match: every shot and step on a table of Armadas, from the camera, a film or pictures.</source>
        <translation>Ohne Partie: jeder Schuss und Schritt auf einem Armadas-Tisch, von Kamera, Film oder Bildern.</translation>
    </message>
    <message>
        <source>Calibrate a camera and a table …</source>
        <translation>Kamera und Tisch kalibrieren …</translation>
    </message>
    <message>
        <source>Once for each camera and table: margins become several times sharper; and what they are worth before a match</source>
        <translation>Einmal je Kamera und Tisch: Abstände werden um ein Mehrfaches schärfer; und was sie vor einer Partie taugen</translation>
    </message>
    <message>
        <source>A picture or film of the table</source>
        <translation>Ein Bild oder Film des Tischs</translation>
    </message>
    <message>
        <source>New match …</source>
        <translation>Neue Partie …</translation>
    </message>
    <message>
        <source>Open a match file …</source>
        <translation>Partiedatei öffnen …</translation>
    </message>
    <message>
        <source>Referee a match</source>
        <translation>Eine Partie leiten</translation>
    </message>
    <message>
        <source>Choose the game, its rules and the camera once; begin it again with one click.</source>
        <translation>Spiel, Regeln und Kamera einmal wählen; mit einem Klick wieder beginnen.</translation>
    </message>
    <message>
        <source>No camera is plugged in: a match needs one, or a film or a phone camera&apos;s URL. The demo and pictures work without.</source>
        <translation>Keine Kamera ist angeschlossen: eine Partie braucht eine, oder einen Film oder die URL einer Handykamera. Demo und Bilder gehen ohne.</translation>
    </message>
    <message>
        <source>Camera found: %1. Calibrate it once; without, margins are wider.</source>
        <translation>Kamera gefunden: %1. Einmal kalibrieren; ohne das sind Abstände unsicherer.</translation>
    </message>
    <message>
        <source>The match file</source>
        <translation>Die Partiedatei</translation>
    </message>
    <message>
        <source>Match files (*.toml)</source>
        <translation>Partiedateien (*.toml)</translation>
    </message>
    <message>
        <source>Referee a sample</source>
        <translation>Beispiel leiten</translation>
    </message>
    <message>
        <source>Tables and the first steps of a match come with the program. No camera needed.</source>
        <translation>Tische und die ersten Schritte einer Partie sind dabei. Ohne Kamera.</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>Weiterspielen</translation>
    </message>
    <message>
        <source>A match of %1 is not over: %2. Every ruling is kept.</source>
        <translation>Eine Partie %1 ist nicht zu Ende: %2. Jedes Urteil ist bewahrt.</translation>
    </message>
    <message>
        <source>Your own board of ArmadaChess or Invasion, over a photograph of it</source>
        <translation>Ein eigenes Brett von ArmadaChess oder Invasion, über einem Foto davon</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>A match of %1 is not over. Every ruling is kept.</source>
        <translation>Eine Partie %1 ist nicht zu Ende. Jedes Urteil ist bewahrt.</translation>
    </message>
    <message>
        <source>%1 Its camera is asked for again, for the file that names it is damaged: %2</source>
        <translation>%1 Nach der Kamera wird noch einmal gefragt, denn die Datei, die sie nennt, ist beschädigt: %2</translation>
    </message>
    <message>
        <source>The folder of its record …</source>
        <translation>Der Ordner ihrer Aufzeichnung …</translation>
    </message>
    <message>
        <source>The folder of a recorded match</source>
        <translation>Der Ordner einer aufgezeichneten Partie</translation>
    </message>
    <message>
        <source>The file of its record, or a dispute file …</source>
        <translation>Die Datei ihrer Aufzeichnung oder eine Streitfalldatei …</translation>
    </message>
    <message>
        <source>The file of a recorded match, or a dispute file</source>
        <translation>Die Datei einer aufgezeichneten Partie oder eine Streitfalldatei</translation>
    </message>
    <message>
        <source>Records and dispute files (match.jsonl *.json);;All files (*)</source>
        <translation>Aufzeichnungen und Streitfalldateien (match.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>linesman::app::TablePage</name>
    <message>
        <source>The camera&apos;s picture appears here.</source>
        <translation>Hier erscheint das Kamerabild.</translation>
    </message>
    <message>
        <source>I measured, centre to centre:</source>
        <translation>Gemessen, Mitte zu Mitte:</translation>
    </message>
    <message>
        <source>Take picture</source>
        <translation>Bild aufnehmen</translation>
    </message>
    <message>
        <source>Solve</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Save table.toml …</source>
        <translation>table.toml speichern …</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Where to keep the table</source>
        <translation>Wo der Tisch gespeichert wird</translation>
    </message>
    <message>
        <source>1  Lay four markers</source>
        <translation>1  Vier Marken hinlegen</translation>
    </message>
    <message>
        <source>Print them at 100 %, cut them out and fix them flat, anywhere round the playing area. Say how wide the black square really is.</source>
        <translation>Mit 100 % drucken, ausschneiden und flach befestigen, irgendwo um die Spielfläche. Angeben, wie breit das schwarze Quadrat wirklich ist.</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>Letter</source>
        <translation>Letter</translation>
    </message>
    <message>
        <source>Which family of markers: the name is printed beside each</source>
        <translation>Welche Markenfamilie: der Name steht neben jeder</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Side of a marker&apos;s black square, as a ruler measures it on the print</source>
        <translation>Seite des schwarzen Quadrats einer Marke, wie ein Lineal sie auf dem Druck misst</translation>
    </message>
    <message>
        <source>Save PDF …</source>
        <translation>PDF speichern …</translation>
    </message>
    <message>
        <source>Where to keep the markers</source>
        <translation>Wo die Marken gespeichert werden</translation>
    </message>
    <message>
        <source>2  Show them from two sides</source>
        <translation>2  Von zwei Seiten zeigen</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Objektiv</translation>
    </message>
    <message>
        <source>Lens files (*.yml *.yaml);;All files (*)</source>
        <translation>Objektivdateien (*.yml *.yaml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>none: estimated</source>
        <translation>keine: geschätzt</translation>
    </message>
    <message>
        <source>3  The table</source>
        <translation>3  Der Tisch</translation>
    </message>
    <message>
        <source>One long distance sets the scale better than the small markers do</source>
        <translation>Ein langer Abstand legt den Maßstab besser fest als die kleinen Marken</translation>
    </message>
    <message>
        <source>Number of a marker</source>
        <translation>Nummer einer Marke</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Not solved yet.</source>
        <translation>Noch nicht gelöst.</translation>
    </message>
    <message>
        <source>The markers are in %1.</source>
        <translation>Die Marken liegen in %1.</translation>
    </message>
    <message>
        <source>There are no markers called %1; the name is printed beside each.</source>
        <translation>Marken namens %1 gibt es nicht; der Name steht neben jeder.</translation>
    </message>
    <message>
        <source>Take picture (%1 taken)</source>
        <translation>Bild aufnehmen (%1 sind da)</translation>
    </message>
    <message>
        <source>Solving …</source>
        <translation>Lösung läuft …</translation>
    </message>
    <message>
        <source>Markers %1 are placed to ± %2 mm among themselves. The camera stands %3 ± %4 mm above the table.

Check with a ruler: from the middle of %5 to the middle of %6 it must be %7 mm; if not, tick the box above and say what it is.</source>
        <translation>Die Marken %1 liegen untereinander auf ± %2 mm fest. Die Kamera steht %3 ± %4 mm über dem Tisch.

Mit einem Lineal prüfen: von der Mitte von %5 zur Mitte von %6 müssen es %7 mm sein; sonst oben das Kästchen ankreuzen und den wahren Wert angeben.</translation>
    </message>
    <message>
        <source>The pictures have ended with %1 taken; 2 are needed at least.</source>
        <translation>Die Bilder sind zu Ende, %1 aufgenommen; mindestens 2 sind nötig.</translation>
    </message>
    <message>
        <source>The pictures have ended with %1 taken. Solve where the markers lie.</source>
        <translation>Die Bilder sind zu Ende, %1 aufgenommen. Jetzt berechnen, wo die Marken liegen.</translation>
    </message>
    <message>
        <source>Saved as %1. “Open the camera” uses it from now on; for a match, choose it in the set-up.</source>
        <translation>Gespeichert als %1. „Kamera öffnen“ benutzt sie von nun an; für eine Partie beim Einrichten wählen.</translation>
    </message>
</context>
<context>
    <name>linesman::app::TablePane</name>
    <message>
        <source>Camera picture</source>
        <translation>Kamerabild</translation>
    </message>
    <message>
        <source>Table from above</source>
        <translation>Tisch von oben</translation>
    </message>
    <message>
        <source>%1   %2 s</source>
        <translation>%1   %2 s</translation>
    </message>
    <message>
        <source>Waiting for the first picture …</source>
        <translation>Warten auf das erste Bild …</translation>
    </message>
    <message>
        <source>The pictures have ended.</source>
        <translation>Die Bilder sind zu Ende.</translation>
    </message>
    <message>
        <source>The view from above needs the table&apos;s place in the picture.</source>
        <translation>Der Blick von oben braucht die Lage des Tischs im Bild.</translation>
    </message>
    <message>
        <source>from above</source>
        <translation>von oben</translation>
    </message>
    <message>
        <source>from above, grid %1 mm</source>
        <translation>von oben, Gitter %1 mm</translation>
    </message>
    <message>
        <source>%1 mm</source>
        <translation>%1 mm</translation>
    </message>
    <message>
        <source>Click the ship whose reach you want to see</source>
        <translation>Das Schiff anklicken, dessen Fahrbereich zu sehen sein soll</translation>
    </message>
    <message>
        <source>Click the ship whose steps you want to try out</source>
        <translation>Das Schiff anklicken, dessen Schritte ausprobiert werden sollen</translation>
    </message>
</context>
<context>
    <name>linesman::app::TellPanel</name>
    <message>
        <source>or type what was said: draw?</source>
        <translation>oder eintippen: draw?</translation>
    </message>
    <message>
        <source>or type what was said: fire r1 b2</source>
        <translation>oder eintippen: fire r1 b2</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gesagt von</translation>
    </message>
    <message>
        <source>at</source>
        <translation>auf</translation>
    </message>
    <message>
        <source>Ship</source>
        <translation>Schiff</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Says &quot;%1&quot; (%2)</source>
        <translation>Sagt „%1“ (%2)</translation>
    </message>
    <message>
        <source>%1, to move</source>
        <translation>%1, am Zug</translation>
    </message>
    <message>
        <source>Words that are seldom said; their keys work all the same</source>
        <translation>Selten Gesagtes; die Tasten gehen trotzdem</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>More …</source>
        <translation>Mehr …</translation>
    </message>
    <message>
        <source>no. </source>
        <translation>Nr. </translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Sure?</source>
        <translation>Sicher?</translation>
    </message>
</context>
<context>
    <name>linesman::app::Timeline</name>
    <message>
        <source>Timeline of the match</source>
        <translation>Zeitleiste der Partie</translation>
    </message>
</context>
<context>
    <name>linesman::app::TransportBar</name>
    <message>
        <source>Previous</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>The picture before</source>
        <translation>Das Bild davor</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Run or stop (space)</source>
        <translation>Laufen oder halten (Leertaste)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>The next picture</source>
        <translation>Das nächste Bild</translation>
    </message>
    <message>
        <source>Speak</source>
        <translation>Ansagen</translation>
    </message>
    <message>
        <source>Say rulings aloud</source>
        <translation>Urteile laut ansagen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Weiterlaufen</translation>
    </message>
    <message>
        <source>picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>, newest %1</source>
        <translation>, neuestes %1</translation>
    </message>
    <message>
        <source>Run or stop</source>
        <translation>Laufen oder halten</translation>
    </message>
</context>
<context>
    <name>linesman::app::TurnBand</name>
    <message>
        <source>%1 wins</source>
        <translation>%1 gewinnt</translation>
    </message>
    <message>
        <source>Nobody wins</source>
        <translation>Niemand gewinnt</translation>
    </message>
    <message>
        <source>Game over</source>
        <translation>Spielende</translation>
    </message>
    <message>
        <source>The match cannot begin</source>
        <translation>Die Partie kann nicht beginnen</translation>
    </message>
    <message>
        <source>Reading the table</source>
        <translation>Der Tisch wird gelesen</translation>
    </message>
    <message>
        <source>Set up the game</source>
        <translation>Spiel aufstellen</translation>
    </message>
    <message>
        <source>%1 to move</source>
        <translation>%1 am Zug</translation>
    </message>
    <message>
        <source>1 action left</source>
        <translation>noch 1 Aktion</translation>
    </message>
    <message>
        <source>%1 actions left</source>
        <translation>noch %1 Aktionen</translation>
    </message>
    <message>
        <source>turn %1</source>
        <translation>Zug %1</translation>
    </message>
    <message>
        <source>clocks stopped</source>
        <translation>Uhren angehalten</translation>
    </message>
    <message>
        <source>NO PICTURE</source>
        <translation>KEIN BILD</translation>
    </message>
    <message>
        <source>RECORD NOT KEPT</source>
        <translation>KEINE AUFZEICHNUNG</translation>
    </message>
    <message>
        <source>No match has begun</source>
        <translation>Keine Partie hat begonnen</translation>
    </message>
</context>
<context>
    <name>linesman::app::VerdictCard</name>
    <message>
        <source>holds with probability %1 %</source>
        <translation>gilt mit Wahrscheinlichkeit %1 %</translation>
    </message>
    <message>
        <source>decided by %1</source>
        <translation>entschieden durch %1</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
</context>
<context>
    <name>linesman::app::ViewBar</name>
    <message>
        <source>Ranges</source>
        <translation>Reichweiten</translation>
    </message>
    <message>
        <source>Firing regions of every ship</source>
        <translation>Feuerbereiche aller Schiffe</translation>
    </message>
    <message>
        <source>Men</source>
        <translation>Figuren</translation>
    </message>
    <message>
        <source>What the camera sees on the squares, and where it is in doubt</source>
        <translation>Was die Kamera auf den Feldern sieht, und wo sie zweifelt</translation>
    </message>
    <message>
        <source>Magnifier</source>
        <translation>Lupe</translation>
    </message>
    <message>
        <source>Enlarge the deciding point</source>
        <translation>Den entscheidenden Punkt vergrößern</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>Fahrbereich</translation>
    </message>
    <message>
        <source>Where the selected ship can get to, and fire at from there</source>
        <translation>Wohin das gewählte Schiff kommt und worauf es von dort feuern kann</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre</translation>
    </message>
    <message>
        <source>Try out steps of the selected ship: it follows the pointer, a click fixes a step</source>
        <translation>Schritte des gewählten Schiffs ausprobieren: es folgt dem Zeiger, ein Klick hält den Schritt fest</translation>
    </message>
    <message>
        <source>Gauge</source>
        <translation>Lehre</translation>
    </message>
    <message>
        <source>Lay a gauge on the picture: click its place, then its direction; , and . turn it, L changes its size</source>
        <translation>Eine Lehre auf das Bild legen: Ort anklicken, dann Richtung; , und . drehen, L ändert die Größe</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Messen</translation>
    </message>
    <message>
        <source>Click two things for their distance</source>
        <translation>Zwei Dinge anklicken für ihren Abstand</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>The camera&apos;s picture</source>
        <translation>Das Kamerabild</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>From straight above, to scale</source>
        <translation>Senkrecht von oben, maßstäblich</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Brett</translation>
    </message>
    <message>
        <source>The board of the match</source>
        <translation>Das Brett der Partie</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>Both at once</source>
        <translation>Beides zugleich</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Drehen</translation>
    </message>
    <message>
        <source>The board from the other side</source>
        <translation>Das Brett von der anderen Seite</translation>
    </message>
</context>
<context>
    <name>linesman::app::WizardStep</name>
    <message>
        <source>no second colour</source>
        <translation>keine zweite Farbe</translation>
    </message>
</context>
</TS>
