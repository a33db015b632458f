// Windy's map in a frame of the map of a flight. The page around it sends what is to be drawn, again whenever that
// changes, and hears once that the map is there.
(({ key, boot }) => {
  const every_ms = 100;
  // The map shows the way of a flight no nearer (2.33), and Windy's tiles end soon after.
  const zoom = { whole: 8, most: 11 };
  let drawn;
  let wanted;
  let hasBegun = false;

  // A script that did not come is asked for again; the page around gives up, and removes this document (7.18).
  function bring() {
    if (window.windyInit) return begin();
    const script = document.createElement('script');
    const again = () => {
      script.remove();
      setTimeout(bring, every_ms);
    };
    script.src = boot;
    script.onload = () => (window.windyInit ? begin() : again());
    script.onerror = again;
    document.head.append(script);
  }

  // Windy's map begins once, and with what it is to show.
  function begin() {
    if (hasBegun || !wanted || !window.windyInit) return;
    hasBegun = true;
    const [lat, lon] = wanted.course[Math.floor(wanted.course.length / 2)];
    const { lang, at_ms: timestamp } = wanted;
    window.windyInit({ key, lat, lon, zoom: 6, lang, timestamp, overlay: overlayOf(wanted), verbose: false }, open);
  }

  const overlayOf = ({ is_warm }) => (is_warm ? 'temp' : 'wind');

  function open({ map, store, overlays }) {
    const { L } = window;
    map.setMaxZoom(zoom.most);
    // One finger and the wheel scroll the page around, as over the other maps of the site.
    if (L.Browser.mobile) map.dragging.disable();
    map.scrollWheelZoom.disable();
    addEventListener(
      'wheel',
      ({ ctrlKey, metaKey }) => map.scrollWheelZoom[ctrlKey || metaKey ? 'enable' : 'disable'](),
      {
        capture: true,
        passive: true,
      },
    );
    const line = { interactive: false, lineCap: 'round' };
    L.polyline(wanted.course, { ...line, color: '#fff', weight: 6, opacity: 0.75 }).addTo(map);
    L.polyline(wanted.course, { ...line, color: '#c8281c', weight: 3, dashArray: '8 7', className: 'course' }).addTo(
      map,
    );
    const marks = new Map();
    const told = {};
    // 75 and 50 pixels from the edges (9.12), and room for the names of the ends.
    const showWhole = (animate) => {
      const names = Math.min(110, 0.3 * map.getSize().y);
      const sides = { paddingTopLeft: [75, Math.max(50, names)], paddingBottomRight: [75, Math.max(50, names)] };
      map.fitBounds(wanted.course, { ...sides, maxZoom: zoom.whole, animate });
    };
    drawn = {
      whole: () => showWhole(true),
      zoom: (steps) => map.setZoom(map.getZoom() + steps),
      draw(state) {
        document.documentElement.lang = state.lang;
        document.documentElement.dir = state.dir;
        document.body.toggleAttribute('data-still', !state.is_moving);
        for (const [name, mark] of Object.entries(state.marks)) drawMark(name, mark);
        set('overlay', overlayOf(state));
        set('particlesAnim', state.is_windy && state.is_moving ? 'on' : 'off');
        set('timestamp', state.at_ms);
      },
    };
    overlays?.wind?.setMetric('m/s');
    overlays?.temp?.setMetric(wanted.metric);
    drawn.draw(wanted);
    showWhole(false);
    // Once it is in sight it has more room.
    map.once('resize', () => showWhole(false));
    parent.postMessage({ windy_map: 'open' }, '*');

    function set(name, value) {
      if (told[name] !== value) store.set(name, value);
      told[name] = value;
    }

    function drawMark(name, mark) {
      const before = marks.get(name);
      if (!mark) {
        before?.marker.remove();
        return marks.delete(name);
      }
      const icon = () => L.divIcon({ className: 'mark', html: mark.html, iconSize: [0, 0] });
      const marker =
        before?.marker ?? L.marker(mark.at, { icon: icon(), interactive: false, keyboard: false }).addTo(map);
      marker.setLatLng(mark.at);
      if (before && before.html !== mark.html) marker.setIcon(icon());
      Object.assign(marker.getElement().dataset, { mark: name, side: mark.side, end: mark.end ?? '' });
      if (name === 'bird') marker.setZIndexOffset(1000);
      marks.set(name, { marker, html: mark.html });
    }
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent) return;
    if (data.state) wanted = data.state;
    if (!drawn) return begin();
    if (data.state) drawn.draw(wanted);
    if (data.zoom) drawn.zoom(data.zoom);
    if (data.whole) drawn.whole();
  });
  bring();
})(document.currentScript.dataset);
