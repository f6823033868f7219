#pragma once
#include <cstddef>
#include <utility>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "models/shared_error.h"

namespace linesman {

/// A matrix as an array of its rows.
template <class Matrix> nlohmann::json matrixJson(const Matrix& matrix) {
  nlohmann::json rows = nlohmann::json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    nlohmann::json row = nlohmann::json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// A covariance, symmetric to the last digit: what reckons it rounds.
template <class Matrix> nlohmann::json covarianceJson(const Matrix& covariance) {
  return matrixJson(Matrix(0.5 * (covariance + covariance.transpose())));
}

/// Fills a matrix of its size from such rows; json::exception where one is missing or no number.
template <class Matrix> void readMatrix(const nlohmann::json& rows, Matrix& matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      matrix(i, j) = rows.at(static_cast<std::size_t>(i)).at(static_cast<std::size_t>(j)).template get<double>();
}

/// The same of three rows as long as the first one is.
inline SharedError readSharedError(const nlohmann::json& rows) {
  SharedError shared(3, static_cast<Eigen::Index>(rows.at(0).size()));
  readMatrix(rows, shared);
  return shared;
}

} // namespace linesman
