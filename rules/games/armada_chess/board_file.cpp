#include "rules/games/armada_chess/board_file.h"

#include <map>
#include <memory>
#include <mutex>

#include "models/data_path.h"
#include "models/toml_file.h"
#include "rules/games/armada_chess/board_check.h"
#include "rules/games/armada_chess/board_reader.h"

namespace linesman::rules::armada_chess {

namespace {

Result<BoardFile> fromToml(const toml::table& file, const std::string& path) {
  BoardReader reader(file, path);
  if (!reader.read())
    return fail(reader.fault());
  BoardCheck check = checkBoard(reader.board(), reader.lines(), path);
  if (!check.fault.empty())
    return fail(check.fault);
  return BoardFile{std::move(reader.board()), std::move(check.warnings)};
}

} // namespace

Result<BoardFile> readBoardFile(const std::string& path) {
  const auto file = readToml(path);
  if (!file)
    return tl::unexpected(file.error());
  return fromToml(*file, path);
}

Result<BoardFile> parseBoardFile(std::string_view text, const std::string& name) {
  const auto file = parseToml(text, name);
  if (!file)
    return tl::unexpected(file.error());
  return fromToml(*file, name);
}

Result<const Board*> loadBoard(const std::string& id_or_path) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Board>> known;
  const std::lock_guard lock(mutex);
  if (const auto found = known.find(id_or_path); found != known.end())
    return found->second.get();
  for (const auto& [path, board] : known) // positions name a board by its id, also one that was given as a file
    if (board->id == id_or_path)
      return board.get();
  std::string path = id_or_path;
  if (!path.ends_with(".toml")) {
    const auto data = findData("models/boards/" + id_or_path + ".toml");
    if (!data) {
      return fail("There is no board \"" + id_or_path +
                  "\"; give the id of a file in models/boards or the path of a board file (.toml).");
    }
    path = data->string();
  }
  auto file = readBoardFile(path);
  if (!file)
    return tl::unexpected(file.error());
  return known.emplace(id_or_path, std::make_unique<Board>(std::move(file->board))).first->second.get();
}

} // namespace linesman::rules::armada_chess
