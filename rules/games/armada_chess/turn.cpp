#include "rules/games/armada_chess/turn.h"

#include <algorithm>
#include <memory>

namespace linesman::rules::armada_chess {

Holders holdersOf(const Law& law, const Position& position, Side side) {
  Holders holders;
  for (const Field field : law.board.intelligence_fields[indexOf(otherSide(side))]) {
    const Piece& piece = position.at(field);
    if (!piece.present() || piece.side != side || holders.count == holders.entries.size())
      continue;
    holders.entries[holders.count++] = {field, kindsHolding(law, piece)};
  }
  return holders;
}

Turn::Turn(const Law& law, const Position& position)
    : board_(&law.board), options_(&law.options), position_(position), mover_(position.side),
      holders_(holdersOf(law, position, position.side)), blockaded_(blockadedCities(law, position, position.side)) {}

void Turn::actions(std::vector<Action>& out) const {
  if (!isClosed())
    Generator(law(), position_, rule_, out).actions();
}

void Turn::revivals(std::vector<Action>& out) const {
  if (over_.over)
    return;
  if (!acted_) {
    Generator::revivals(law(), position_, mover_, out);
    return;
  }
  if (own_revivals_ == 0)
    return;
  // Only those just lost in the own city attack: they are the last entries of the list.
  Position recent = position_;
  Revivals& open = recent.revivals[indexOf(mover_)];
  const std::size_t old = open.count - own_revivals_;
  for (std::size_t i = 0; i < own_revivals_; ++i)
    open.entries[i] = open.entries[old + i];
  open.count = own_revivals_;
  Generator::revivals(law(), recent, mover_, out);
}

bool Turn::mayGoOn(const Action& action) const {
  return holders_.count > 0 || extra_ > 0 || action.type == ActionType::attack ||
         (action.type == ActionType::exit && options_->exit_per_move == choice::exit_per_move_many);
}

bool Turn::holdsIntelligence(KindSet pair, Field actor_was) const {
  for (std::size_t i = 0; i < holders_.count; ++i) {
    const bool self = holders_.entries[i].field == actor_was && options_->intel_holder == choice::intel_holder_no;
    if (!self && (holders_.entries[i].kinds & pair) != 0)
      return true;
  }
  return false;
}

void Turn::act(const Action& action, ClauseSet* trace) {
  const Effect effect = applyAction(law(), position_, action, trace);
  if (effect.double_step)
    jumped_ = true;
  else if (action.from != no_field && action.from == position_.en_passant_pawn) // it went on, and is not there any more
    jumped_ = false;
  own_revivals_ = effect.own_revivals;
  lifted_ = lifted_ || isLift(action.type);
  if (trace != nullptr) {
    trace->add({16, 17});
    if (rule_.slot == Slot::extra)
      trace->add({19, 107});
    if (rule_.slot == Slot::intelligence) {
      trace->add({19, 69, 71});
      if (teamOf(effect.actor) != bitOf(effect.actor))
        trace->add(70);
    }
  }
  settle(effect);
  // A holder that acted holds no longer, unless it only was lifted and set back (AC-72).
  const bool first = rule_.slot == Slot::first;
  if (first && holdsIntelligence(teamOf(effect.actor), action.from))
    intelligence_due_ = true;
  if (effect.left != no_field || effect.actor_field != action.from) {
    for (std::size_t i = 0; i < holders_.count; ++i) {
      if (holders_.entries[i].field != action.from)
        continue;
      const Piece& stays = position_.at(action.from); // the Rook whose rider went
      if (action.type == ActionType::rider && stays.present() && stays.side == mover_)
        holders_.entries[i].kinds = kindsHolding(law(), stays);
      else
        holders_.entries[i] = holders_.entries[--holders_.count];
      break;
    }
  }
  if (first) {
    pair_ = teamOf(effect.actor);
    first_mover_ = effect.actor_field;
  } else if (action.from != no_field && action.from == first_mover_) {
    first_mover_ = effect.actor_field;
  }
  acted_ = true;
  last_ = action;
  openNext(action, effect);
}

/// Wins at once: Kings, all cities, nothing left of the enemy.
void Turn::settle(const Effect& effect) {
  if (effect.decisive) {
    over_ = {true, winnerOf(mover_), {141}};
  } else if (effect.tie) {
    over_ = {true, Winner::draw, {119}};
  } else {
    over_ = victoryByConquest(law(), position_, mover_);
  }
}

void Turn::openNext(const Action& action, const Effect& effect) {
  const bool chained = rule_.slot == Slot::extra && options_->extra_chain == choice::extra_chain_off;
  if (effect.extra_move && !chained)
    ++extra_;
  if (rule_.slot == Slot::intelligence)
    intelligence_due_ = false;
  rule_ = SlotRule{};
  rule_.no_lifts = lifted_ && options_->double_lift == choice::double_lift_off;
  if (over_.over) {
    rule_.slot = Slot::closed;
  } else if (action.type == ActionType::exit && options_->exit_per_move == choice::exit_per_move_many) {
    rule_.slot = Slot::exits;
    rule_.exits_of = action.city;
  } else if (extra_ > 0) {
    --extra_;
    rule_.slot = Slot::extra;
    rule_.no_attacks = options_->extra_move == choice::extra_move_not_attack;
  } else if (intelligence_due_ && holdsIntelligence(pair_, no_field)) {
    openIntelligence();
  } else {
    rule_.slot = Slot::closed;
  }
}

void Turn::openIntelligence() {
  rule_.slot = Slot::intelligence;
  rule_.holders = holders_;
  rule_.pair = pair_;
  rule_.holder_may_act = options_->intel_holder == choice::intel_holder_yes;
  if (options_->intel_pair == choice::intel_pair_one_piece) {
    rule_.same_piece = first_mover_;
    rule_.piece_gone = first_mover_ == no_field;
  } else if (options_->intel_pair == choice::intel_pair_two_pieces) {
    rule_.other_piece = first_mover_;
  }
}

void Turn::revive(const Action& action, ClauseSet* trace) {
  applyRevival(law(), position_, mover_, action, trace);
  if (acted_ && own_revivals_ > 0)
    --own_revivals_;
}

void Turn::setDown(Side owner, const Action& life) {
  if (owner == mover_)
    revive(life, nullptr);
  else
    applyRevival(law(), position_, owner, life, nullptr);
}

void Turn::finish(ClauseSet* trace) {
  if (trace != nullptr) {
    trace->add({19, 23});
    if (rule_.slot == Slot::intelligence)
      trace->add(73);
    trace->add(135);
  }
  rule_.slot = Slot::closed;
}

void Turn::commit(ClauseSet* trace) {
  const std::size_t me = indexOf(mover_), you = indexOf(otherSide(mover_));
  applyBlockades(law(), position_, mover_, blockaded_, trace);
  if (position_.ceasefire[me] > 0) {
    --position_.ceasefire[me];
    if (trace != nullptr)
      trace->add(134);
  }
  const bool at_own_signal = options_->claim_window == choice::claim_window_own_signal;
  Revivals& mine = position_.revivals[me];
  for (std::size_t i = 0; i < mine.count; ++i)
    mine.entries[i].late = true;
  if (mine.count > 0 && at_own_signal)
    lapseRevivals(law(), position_, mover_, true);
  if (position_.revivals[you].count > 0)
    lapseRevivals(law(), position_, otherSide(mover_), true);
  if (position_.question.asked != Question::none && position_.question.by != mover_)
    position_.question = Question{};
  if (!jumped_)
    position_.en_passant = position_.en_passant_pawn = no_field;
  position_.touched = no_field;
  position_.king_begins[me] = false;
  position_.request_spent[me] = false;
  position_.side = otherSide(mover_);
  rule_.slot = Slot::closed;
  if (!over_.over)
    over_ = judgeEnd(law(), position_, mover_);
}

namespace {

/// Calls `visit(next, word)` for each second life that may be set down now, in ascending text order behind `last`: any
/// subset comes once.
template <class Visit> void forEachRevival(const Law& law, const Turn& turn, const std::string& last, Visit visit) {
  std::vector<Action> lives;
  turn.revivals(lives);
  for (const Action& life : lives) {
    const std::string word = textOf(law, turn.position(), life);
    if (word <= last)
      continue;
    Turn next = turn;
    next.revive(life, nullptr);
    visit(next, word);
  }
}

/// Walks all turns from one position. `Leaf` is called with each finished, not yet committed turn and its text.
class TurnWalker {
public:
  TurnWalker(const Law& law, const std::function<void(const std::string&, const Turn&)>& visit)
      : law_(law), visit_(visit) {}

  void begin(const Turn& turn, const std::string& text, const std::string& last) {
    act(turn, text);
    forEachRevival(law_, turn, last,
                   [&](const Turn& next, const std::string& word) { begin(next, joined(text, word), word); });
  }

  void goOnBehind(const Turn& turn) {
    forEachRevival(law_, turn, "", [&](const Turn& next, const std::string& word) { goOn(next, word, word); });
    act(turn, "");
  }

private:
  static std::string joined(const std::string& text, const std::string& word) {
    return text.empty() ? word : text + "," + word;
  }

  void act(const Turn& turn, const std::string& text) {
    std::vector<Action> actions;
    turn.actions(actions);
    for (const Action& action : actions) {
      Turn next = turn;
      const std::string word = textOf(law_, turn.position(), action);
      next.act(action, nullptr);
      goOn(next, joined(text, word), "");
    }
  }

  /// Behind an action: own revivals, then the open slot, or the end.
  void goOn(const Turn& turn, const std::string& text, const std::string& last) {
    forEachRevival(law_, turn, last,
                   [&](const Turn& next, const std::string& word) { goOn(next, joined(text, word), word); });
    if (turn.isClosed()) {
      end(turn, text);
      return;
    }
    Turn done = turn;
    done.finish(nullptr);
    end(done, text + ",done");
    act(turn, text);
  }

  void end(const Turn& turn, const std::string& text) {
    Turn final = turn;
    final.commit(nullptr);
    visit_(text, final);
  }

  const Law& law_;
  const std::function<void(const std::string&, const Turn&)>& visit_;
};

/// Counts without texts; action lists are kept between nodes so that nothing is allocated in the inner loop.
class Counter {
public:
  explicit Counter(const Law& law) : law_(law) {}

  std::uint64_t count(const Position& position, int depth) { return begin(Turn(law_, position), depth, ""); }

private:
  std::vector<Action>& list() {
    if (level_ == lists_.size())
      lists_.push_back(std::make_unique<std::vector<Action>>());
    std::vector<Action>& actions = *lists_[level_++];
    actions.clear();
    return actions;
  }

  std::uint64_t begin(const Turn& turn, int depth, const std::string& last) {
    std::uint64_t sum = act(turn, depth);
    if (turn.position().revivals[indexOf(turn.mover())].count == 0)
      return sum;
    forEachRevival(law_, turn, last,
                   [&](const Turn& next, const std::string& word) { sum += begin(next, depth, word); });
    return sum;
  }

  std::uint64_t act(const Turn& turn, int depth) {
    std::uint64_t sum = 0;
    std::vector<Action>& actions = list();
    turn.actions(actions);
    for (const Action& action : actions) {
      if (depth == 1 && !turn.mayGoOn(action)) {
        ++sum;
        continue;
      }
      Turn next = turn;
      next.act(action, nullptr);
      sum += goOn(next, depth, "");
    }
    --level_;
    return sum;
  }

  std::uint64_t goOn(const Turn& turn, int depth, const std::string& last) {
    std::uint64_t sum = 0;
    forEachRevival(law_, turn, last,
                   [&](const Turn& next, const std::string& word) { sum += goOn(next, depth, word); });
    sum += end(turn, depth);
    if (!turn.isClosed())
      sum += act(turn, depth);
    return sum;
  }

  std::uint64_t end(const Turn& turn, int depth) {
    if (depth == 1)
      return 1;
    Turn final = turn;
    final.commit(nullptr);
    if (final.over().over)
      return 0;
    return begin(Turn(law_, final.position()), depth - 1, "");
  }

  const Law& law_;
  std::vector<std::unique_ptr<std::vector<Action>>> lists_;
  std::size_t level_ = 0;
};

} // namespace

void forEachTurn(const Law& law, const Position& position,
                 const std::function<void(const std::string&, const Turn&)>& visit) {
  TurnWalker(law, visit).begin(Turn(law, position), "", "");
}

void forEachContinuation(const Law& law, const Turn& turn,
                         const std::function<void(const std::string&, const Turn&)>& visit) {
  TurnWalker(law, visit).goOnBehind(turn);
}

std::vector<std::string> turnTexts(const Law& law, const Position& position) {
  std::vector<std::string> texts;
  forEachTurn(law, position, [&](const std::string& text, const Turn&) { texts.push_back(text); });
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::uint64_t perft(const Law& law, const Position& position, int depth) {
  if (depth <= 0)
    return 1;
  return Counter(law).count(position, depth);
}

} // namespace linesman::rules::armada_chess
