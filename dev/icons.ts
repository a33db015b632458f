/** The icons of the pages as a module that Vite and Vitest make from their package. */
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { tablerIcons, weatherIcons } from '../src/web/ui/icon-names.ts';

const modules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '\0virtual:icons': tablerIcons,
  '\0virtual:weather-icons': weatherIcons,
};

/** `virtual:icons`, `virtual:weather-icons`: the outlines of the icons that pages show, without the attributes that Icon.tsx sets for all of them. */
export const icons: Plugin = {
  name: 'icons',
  resolveId: { filter: { id: /^virtual:(weather-)?icons$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:(weather-)?icons$/ },
    handler(id) {
      const { icons: all } = createRequire(import.meta.url)('@iconify-json/tabler/icons.json') as {
        icons: Record<string, { body: string } | undefined>;
      };
      const outlines = Object.entries(modules[id]!).map(([name, tabler]) => {
        const body = all[tabler]?.body;
        if (!body) throw new Error(`Tabler has no icon ${tabler}`);
        const outline = body.replaceAll(/ (?:fill="none"|stroke="currentColor"|stroke-[a-z]+="[^"]*")/g, '');
        return [name, tabler.endsWith('-filled') ? `<g stroke="none">${outline}</g>` : outline];
      });
      return `export const outlines = ${JSON.stringify(Object.fromEntries(outlines))};`;
    },
  },
};
