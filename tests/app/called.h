#pragma once
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/cli.h"

namespace linesman::app::testing {

/// What the program printed, and its exit status.
struct Called {
  int status = 0;
  std::string out, err;
};

/// Runs the program in this process, as it is called from a shell with these words behind its name.
inline Called called(std::vector<std::string> words) {
  words.insert(words.begin(), "linesman");
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Called program;
  program.status = runCli(static_cast<int>(argv.size()), argv.data());
  program.out = ::testing::internal::GetCapturedStdout();
  program.err = ::testing::internal::GetCapturedStderr();
  return program;
}

} // namespace linesman::app::testing
