#include "app/spectators/overlay_page.h"

namespace linesman::app {

QByteArray overlayPage() {
  return R"HTML(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Linesman</title>
<style>
  html, body { margin: 0; height: 100%; background: transparent; overflow: hidden;
    font-family: Inter, "Noto Sans", "DejaVu Sans", sans-serif; color: #e8edf3; }
  #card { position: absolute; left: 4vw; bottom: 7vh; max-width: 60vw; padding: 2.2vh 2.4vw; border-radius: 1.6vh;
    background: rgba(17, 21, 28, .88); transition: opacity .3s; }
  #card.empty { opacity: 0; }
  #title { font-size: 2.2vh; color: #9aa7b8; }
  #word { font-size: 6vh; font-weight: 700; line-height: 1.15; }
  .yes { color: #56b4ff; } .no { color: #ff6e3c; } .close { color: #ffcc33; }
  #figures { font-size: 2.4vh; font-variant-numeric: tabular-nums; }
  #fleets { position: absolute; right: 4vw; top: 5vh; font-size: 2.2vh; text-align: right; line-height: 1.5;
    text-shadow: 0 0 .6vh #000; }
  #lost { position: absolute; left: 4vw; top: 5vh; font-size: 2vh; color: #ffcc33; text-shadow: 0 0 .6vh #000; }
</style></head><body>
<div id="card" class="empty"><div id="title"></div><div id="word"></div><div id="figures"></div></div>
<div id="fleets"></div><div id="lost"></div>
<script>
  const put = (id, text) => { document.getElementById(id).textContent = text; };
  const sign = mm => (mm < 0 ? '\u2212' : '+') + Math.abs(mm).toFixed(2);
  function show(event) {
    const call = event.call, card = document.getElementById('card');
    card.className = call ? '' : 'empty';
    put('lost', event.trouble || '');
    if (call) {
      put('title', call.title);
      put('word', call.word);
      document.getElementById('word').className = call.outcome;
      put('figures', (call.margin_mm === null ? '' : sign(call.margin_mm) + (call.sigma_mm === null ? ' mm' :
        ' \u00b1 ' + call.sigma_mm.toFixed(2) + ' mm')) + '   ' + call.clauses.join(' '));
    }
    const size = {small: 1, medium: 2, large: 3};
    put('fleets', '');
    for (const [colour, ships] of Object.entries(event.fleets || {})) {
      const line = document.createElement('div');
      line.textContent = colour + ': ' + ships.filter(s => s.damage < size[s.size]).length + ' afloat';
      document.getElementById('fleets').append(line);
    }
    document.body.dataset.seq = event.seq;
  }
  let wait = 500;
  function connect() {
    const socket = new WebSocket('ws://' + location.host + '/');
    socket.onopen = () => { wait = 500; };
    socket.onmessage = message => show(JSON.parse(message.data));
    socket.onclose = () => { setTimeout(connect, wait); wait = Math.min(wait * 2, 8000); };
  }
  // What stands now, at once; the stream tells the rest.
  fetch('/state').then(answer => answer.json()).then(state => { if (state.seq && !document.body.dataset.seq) show(state); }).catch(() => {});
  connect();
</script></body></html>
)HTML";
}

} // namespace linesman::app
