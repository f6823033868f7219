// Linked into every test program: each process has a folder of its own as TMPDIR, so that tests running side by side
// (ctest -j) never write one file. testing::TempDir(), std::filesystem::temp_directory_path() and Qt's all heed it.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace {

class OwnFolder {
public:
  OwnFolder() : path_((std::filesystem::temp_directory_path() / "linesman_tests_XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr)
      std::abort(); // no folder to write to: no test could tell the truth
    setenv("TMPDIR", path_.c_str(), 1);
    unsetenv("TEST_TMPDIR"); // GoogleTest would prefer it
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder() {
    std::error_code left; // what a test made unreadable may stay
    std::filesystem::remove_all(path_, left);
  }

private:
  std::string path_;
};

const OwnFolder own_folder;

} // namespace
