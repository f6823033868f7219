#include "app/record/journal.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

class JournalTest : public testing::Test {
protected:
  JournalTest() {
    char name[] = "/tmp/linesman-journal-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~JournalTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name = "match.jsonl") const { return (folder_ / name).string(); }

  fs::path folder_;
};

std::string bytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST_F(JournalTest, GivesBackWhatWasAppended) {
  {
    auto journal = Journal::create(path());
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->append({"one", "two"}));
    ASSERT_TRUE(journal->append({"three"}));
  }
  Journal::Contents contents;
  auto journal = Journal::open(path(), contents);
  ASSERT_TRUE(journal);
  EXPECT_EQ(contents.lines, (std::vector<std::string>{"one", "two", "three"}));
  ASSERT_TRUE(journal->append({"four"}));
  EXPECT_EQ(Journal::read(path())->lines.size(), 4u);
}

TEST_F(JournalTest, RefusesToOverwriteAMatch) {
  ASSERT_TRUE(Journal::create(path())->append({"a line"}));
  const auto again = Journal::create(path());
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().sentence.find("exists already"), std::string::npos);
  EXPECT_EQ(Journal::read(path())->lines.size(), 1u);
}

TEST_F(JournalTest, IsWrittenByOneAtATime) {
  Journal::Contents contents;
  {
    const auto journal = Journal::create(path());
    ASSERT_TRUE(journal);
    const auto second = Journal::open(path(), contents);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().sentence.find("another Linesman"), std::string::npos) << second.error().sentence;
    EXPECT_TRUE(Journal::read(path())) << "readers harm nobody";
  }
  EXPECT_TRUE(Journal::open(path(), contents));
}

TEST_F(JournalTest, AKillAtAnyByteOfTheLastLineLosesOnlyThatLine) {
  {
    auto journal = Journal::create(path());
    ASSERT_TRUE(journal->append({"first", "second", "third one"}));
  }
  const std::string whole = bytesOf(path());
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t length = last; length < whole.size(); ++length) {
    write(path("torn.jsonl"), whole.substr(0, length));
    Journal::Contents contents;
    auto journal = Journal::open(path("torn.jsonl"), contents);
    ASSERT_TRUE(journal) << length;
    EXPECT_EQ(contents.lines.size(), 2u) << length;
    EXPECT_EQ(contents.torn, length != last) << length;
    ASSERT_TRUE(journal->append({"again"}));
    EXPECT_EQ(Journal::read(path("torn.jsonl"))->lines.back(), "again");
    fs::remove(path("torn.jsonl"));
  }
}

/// All but the last line's end: without it, the line counts as torn.
TEST_F(JournalTest, AnyChangedByteIsFound) {
  {
    auto journal = Journal::create(path());
    ASSERT_TRUE(journal->append({"first", "second", "third"}));
  }
  const std::string whole = bytesOf(path());
  const std::size_t last = whole.size() - 1;
  for (std::size_t i = 0; i < last; i += i + 20 < last ? 7 : 1) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    write(path("changed.jsonl"), changed);
    const auto line = static_cast<std::size_t>(std::count(whole.begin(), whole.begin() + static_cast<long>(i), '\n'));
    const auto read = Journal::read(path("changed.jsonl"));
    ASSERT_TRUE(read) << i;
    EXPECT_EQ(read->damaged_line, line + 1) << i;
    EXPECT_EQ(read->lines.size(), line) << "what stands before it is whole";
    Journal::Contents contents;
    EXPECT_FALSE(Journal::open(path("changed.jsonl"), contents)) << i << ": nothing is written behind damage";
  }
}

TEST_F(JournalTest, SwappedLinesAreFound) {
  {
    auto journal = Journal::create(path());
    ASSERT_TRUE(journal->append({"aaaa", "bbbb", "cccc"}));
  }
  const std::string whole = bytesOf(path());
  const std::size_t length = whole.size() / 3;
  write(path("swapped.jsonl"), whole.substr(length, length) + whole.substr(0, length) + whole.substr(2 * length));
  EXPECT_EQ(Journal::read(path("swapped.jsonl"))->damaged_line, 1u);
}

TEST_F(JournalTest, AFullDiskIsSaidAndTheLinesWait) {
  // A file size limit fails writes as a full disk does: some bytes get through, then none.
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    auto journal = Journal::create(path());
    bool good = journal && journal->append({"kept"}).has_value();
    const auto size = static_cast<rlim_t>(fs::file_size(path()));
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t open_again = limit.rlim_cur;
    limit.rlim_cur = size + 20;
    setrlimit(RLIMIT_FSIZE, &limit);
    const auto refused = journal->append({"does not fit"});
    good = good && !refused && refused.error().sentence.find("not safe") != std::string::npos;
    good = good && journal->waiting() == 1 && Journal::read(path())->lines.size() == 1 && !Journal::read(path())->torn;
    limit.rlim_cur = open_again;
    setrlimit(RLIMIT_FSIZE, &limit);
    good = good && journal->append({"fits again"}).has_value() && Journal::read(path())->lines.size() == 3;
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(JournalTest, WhatIsDeletedInMidMatchIsMadeAnewWhole) {
  const fs::path inside = folder_ / "rec" / "match.jsonl";
  fs::create_directories(inside.parent_path());
  auto journal = Journal::create(inside.string());
  ASSERT_TRUE(journal->append({"one", "two"}));
  EXPECT_FALSE(journal->takeRestored());
  fs::remove_all(inside.parent_path());
  ASSERT_TRUE(journal->append({"three"}));
  EXPECT_TRUE(journal->takeRestored());
  EXPECT_FALSE(journal->takeRestored()) << "it is told once";
  ASSERT_TRUE(journal->append({"four"}));
  const auto read = Journal::read(inside.string());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->lines, (std::vector<std::string>{"one", "two", "three", "four"}));
  EXPECT_EQ(read->damaged_line, 0u);
  Journal::Contents contents;
  EXPECT_FALSE(Journal::open(inside.string(), contents)) << "the new file is this writer's too";
}

TEST_F(JournalTest, AnothersFileInThePlaceOfADeletedOneIsLeftAlone) {
  auto journal = Journal::create(path());
  ASSERT_TRUE(journal->append({"one"}));
  fs::remove(path());
  write(path(), "somebody else's");
  const auto refused = journal->append({"two"});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("nothing of it is safe"), std::string::npos) << refused.error().sentence;
  EXPECT_EQ(bytesOf(path()), "somebody else's");
  fs::remove(path());
  ASSERT_TRUE(journal->flush()) << "what waited comes after it";
  EXPECT_EQ(Journal::read(path())->lines, (std::vector<std::string>{"one", "two"}));
}

/// A writer is killed at random moments; every line it had announced (through a pipe, after append) must be there.
TEST_F(JournalTest, NothingAnnouncedIsLostByKill9) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const std::string file = path("kill" + std::to_string(round));
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      auto journal = Journal::create(file);
      for (int line = 0; line < 100000; ++line) {
        if (!journal->append({"event " + std::to_string(line)}))
          _exit(1);
        if (::write(ends[1], &line, sizeof line) != sizeof line)
          _exit(1);
      }
      _exit(0);
    }
    close(ends[1]);
    int announced = -1;
    ASSERT_EQ(::read(ends[0], &announced, sizeof announced), static_cast<ssize_t>(sizeof announced));
    usleep(std::uniform_int_distribution<unsigned>(0, 15000)(random));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    for (int line = 0; ::read(ends[0], &line, sizeof line) == sizeof line;)
      announced = line;
    close(ends[0]);
    Journal::Contents contents;
    ASSERT_TRUE(Journal::open(file, contents)) << round;
    ASSERT_GT(static_cast<int>(contents.lines.size()), announced) << round;
    for (int line = 0; line <= announced; ++line)
      ASSERT_EQ(contents.lines[static_cast<std::size_t>(line)], "event " + std::to_string(line));
    fs::remove(file);
  }
}

} // namespace
} // namespace linesman::app
