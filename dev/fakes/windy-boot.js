// An invented map that speaks the interface of Windy's: `windyInit`, and a Leaflet map with a store. It has no land: a
// ground in the colours of the invented wind or temperature, and the wind as strokes.
(() => {
  /* global KEY, SHEET, inventedWeather */
  const metrics = { wind: 'm/s', temp: '°C' };
  const strokes_px = 32;

  const colourOf = (share) => `hsl(${Math.round(215 - 190 * Math.max(0, Math.min(1, share)))} 45% 46%)`;

  function storeOf(values) {
    const heard = [];
    return {
      get: (name) => values[name],
      set(name, value) {
        if (values[name] === value) return;
        values[name] = value;
        for (const [of, tell] of heard) if (of === name) tell(value);
      },
      on: (name, tell) => heard.push([name, tell]),
    };
  }

  function groundOf(L, store) {
    const size = 256;
    const Ground = L.GridLayer.extend({
      createTile(at) {
        const tile = document.createElement('canvas');
        tile.width = size;
        tile.height = size;
        const context = tile.getContext('2d');
        for (let x = 0; x < size; x += strokes_px / 4)
          for (let y = 0; y < size; y += strokes_px / 4) {
            const { u, v, temp } = weatherAt(at, x, y);
            const share = store.get('overlay') === 'temp' ? (temp - 263) / 45 : Math.hypot(u, v) / 10;
            context.fillStyle = colourOf(share);
            context.fillRect(x, y, strokes_px / 4, strokes_px / 4);
          }
        if (store.get('particlesAnim') === 'off') return tile;
        context.strokeStyle = 'rgb(255 255 255 / 70%)';
        context.lineWidth = 1.2;
        for (let x = strokes_px / 2; x < size; x += strokes_px)
          for (let y = strokes_px / 2; y < size; y += strokes_px) {
            const { u, v } = weatherAt(at, x, y);
            context.beginPath();
            context.moveTo(x - 2.4 * u, y + 2.4 * v);
            context.lineTo(x + 2.4 * u, y - 2.4 * v);
            context.stroke();
          }
        return tile;
      },
    });
    function weatherAt(tile, x, y) {
      const { lat, lng } = L.CRS.EPSG3857.pointToLatLng(L.point(tile.x * size + x, tile.y * size + y), tile.z);
      return inventedWeather({ lat, lon: lng }, store.get('timestamp'));
    }
    return new Ground();
  }

  window.windyInit = ({ key, lat, lon, zoom, overlay = 'wind', timestamp = Date.now() }, callback) => {
    const element = document.getElementById('windy');
    const { L } = window;
    // Windy says why in its place, and never calls back.
    if (!L || key !== KEY) {
      element.textContent = L ? 'Not authorized to Windy API.' : 'Leaflet library is missing';
      return;
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    document.adoptedStyleSheets.push(sheet);
    const container = document.createElement('div');
    container.id = 'map-container';
    container.style.height = '100%';
    element.append(container);
    const map = L.map(container, { zoomControl: false, attributionControl: false, minZoom: 3 });
    map.setView([lat, lon], zoom);
    const store = storeOf({ overlay, timestamp, particlesAnim: 'on' });
    const ground = groundOf(L, store).addTo(map);
    for (const name of ['overlay', 'timestamp', 'particlesAnim']) store.on(name, () => ground.redraw());
    const overlays = Object.fromEntries(
      Object.keys(metrics).map((name) => [
        name,
        {
          setMetric(metric) {
            metrics[name] = metric;
          },
        },
      ]),
    );
    window.W = { store, metrics };
    setTimeout(() => callback({ map, store, overlays }));
  };
})();
