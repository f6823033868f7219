#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// What a player brings: agreed before the game, checked against the fleet switches.
struct FleetPlan {
  std::string player;
  std::vector<std::string> colours;  ///< of this player's pieces; empty: the player's name
  std::array<int, 3> ships{};        ///< Smalls, Mediums, Larges
  std::map<std::string, int> armour; ///< ship id -> extra damage, bought with points left over
  int fewer_ships = 0;               ///< handicap (AR-40)
  int fewer_points = 0;
};

/// Price of ships by the price switches.
int fleetPrice(const PlaneLaw& law, const std::array<int, 3>& ships);
/// Points that a plan leaves over (0 unless fleets are bought with points).
int pointsLeft(const PlaneLaw& law, const FleetPlan& plan);

/// Whether the ships lost, by size, are more than half of the fleet (AR-41): of its ships or its points
/// (`half_measure`).
bool isMoreThanHalf(const PlaneLaw& law, const std::array<int, 3>& lost, const std::array<int, 3>& fleet);
/// Whether who sank so many enemies, worth so many points, has sunk as many as the goal asks for (AR-43).
bool areEnoughSunk(const PlaneLaw& law, int ships, int points);

/// What a player's loss of his marked ship means by the goal: nothing, he is out (AR-42), or who sank it has won,
/// unless that was he (A2-36).
enum class MarkedLoss { nothing, owner_out, sinker_wins };
MarkedLoss lossOfMarked(const PlaneLaw& law);

/// Number of players, colours, and every fleet by the switch `fleet`. Legal, or illegal with the first reason.
Verdict checkFleets(const PlaneLaw& law, const std::vector<FleetPlan>& plans);

/// The set-up on the table: the fleets are those planned, every ship lies, nothing overlaps, enemies keep their
/// distance, the surface is large enough. Margin of the tightest distance.
Verdict checkSetup(const PlaneLaw& law, const PlaneTable& table, const std::vector<FleetPlan>& plans);

/// Options as numbers; the book guarantees that they are.
int intOption(const PlaneLaw& law, const std::string& name);
double numberOption(const PlaneLaw& law, const std::string& name);
bool flagOption(const PlaneLaw& law, const std::string& name);

} // namespace linesman::rules
