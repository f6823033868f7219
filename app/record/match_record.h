#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/record/journal.h"
#include "app/watch/event.h"
#include "app/watch/match_setup.h"

namespace linesman::app {

/// The record of one match: a folder with the journal match.jsonl, whose first line is a header (format, program,
/// setup) and every further line an event as it was announced, and a folder of pictures.
class MatchRecord {
public:
  struct Contents {
    MatchSetup setup;
    std::vector<Event> events;
    std::string lost;     ///< what of the record is not among the events, in a sentence; empty when all is
    bool damaged = false; ///< lost by more than the end of a line that was being written
  };

  /// What its beginning and end say, without reading all between.
  struct Glance {
    MatchSetup setup;
    bool begun = false; ///< something has happened
    bool over = false;
  };
  static Result<Glance> glance(const std::string& folder);

  /// Starts the record of a new match in `folder` (made when missing). A folder that holds one is an error sentence.
  static Result<MatchRecord> create(const std::string& folder, const MatchSetup& setup);
  /// Goes on with the record in `folder`.
  static Result<MatchRecord> resume(const std::string& folder, Contents& contents);
  /// Reads a record by its folder or by its match.jsonl.
  static Result<Contents> read(const std::string& record);
  /// The folder of a record that is named by it or by its match.jsonl.
  static std::string folderOf(const std::string& record);
  /// Where its pictures are.
  static std::string picturesOf(const std::string& record);
  /// Is there a record in the folder, of which at least the beginning came to be?
  static bool exists(const std::string& folder);

  /// Returns when the events are on the disk; the sentence of Journal::append() otherwise.
  Result<void> append(const std::vector<Event>& events);
  long long count() const { return count_; }
  std::size_t waiting() const { return journal_.waiting(); }
  /// Was it deleted and made anew since the last call? Its pictures are gone then.
  bool takeRestored() { return journal_.takeRestored(); }
  const std::string& folder() const { return folder_; }

private:
  MatchRecord(std::string folder, Journal journal, long long count)
      : folder_(std::move(folder)), journal_(std::move(journal)), count_(count) {}

  std::string folder_;
  Journal journal_;
  long long count_ = 0; ///< events so far; the number of the next one is count + 1
};

} // namespace linesman::app
