-- Asks for the values of positions of Connect Four 5×4 that were solved before, each time another one.
local columns, number = 5, 0

function request()
  number = number + 1
  local rest, moves = number, {}
  for ply = 1, 4 do
    moves[ply] = 1 + rest % columns
    rest = math.floor(rest / columns)
  end
  return wrk.format("GET", "/api/games/connect-four/solve?cols=5&rows=4&moves=" .. table.concat(moves, ","))
end

function done(summary, latency)
  local seconds = summary.duration / 1e6
  local wrong = summary.errors.status + summary.errors.read + summary.errors.timeout + summary.errors.connect
  print(string.format("%.0f answers a second, median %.2f ms, p99 %.2f ms, longest %.1f ms, %d wrong",
    summary.requests / seconds, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3, wrong))
end
