/** The page of a build at an address, and its request handler. */
import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type ServerBuild,
} from 'react-router';

interface Page {
  /** The route pattern, as in routes.ts. */
  page: string;
  handle: RequestHandler;
}

interface Pages {
  /** The route tree; the handle of each route is its full path. */
  routes: RouteObject[];
  /** The paths of the pages, without those of layouts. */
  paths: readonly string[];
  /** Pages by requested path, and by the ids of their routes. */
  asked: Map<string, Page>;
  made: Map<string, Page>;
}

/** In development a change makes another build. */
const known = new WeakMap<ServerBuild, Pages>();
const most_asked = 1000;

function pagesOf(build: ServerBuild): Pages {
  let pages = known.get(build);
  if (!pages) {
    const routes = treeOf(build);
    pages = { routes, paths: leavesOf(routes), asked: new Map(), made: new Map() };
    known.set(build, pages);
  }
  return pages;
}

/** The paths of all pages of a build. */
export const pathsOf = (build: ServerBuild): readonly string[] => pagesOf(build).paths;

/**
 * The page of a path, or of its data request. React Router searches all routes several times for each request, so every
 * page has a handler of its own, which knows only the routes that lead to it.
 */
export function pageAt(build: ServerBuild, address: string, production: boolean): Page {
  const path = address.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '');
  const { routes, asked, made } = pagesOf(build);
  const found = asked.get(path) ?? lookUp();
  if (asked.size >= most_asked) asked.clear();
  asked.set(path, found);
  return found;

  function lookUp(): Page {
    const matches = matchRoutes(routes, path);
    const ids = matches?.map(({ route }) => route.id!) ?? Object.keys(build.routes);
    const key = ids.join();
    const page = made.get(key) ?? {
      page: String(matches?.at(-1)?.route.handle),
      handle: createRequestHandler(buildWith(build, ids), production ? 'production' : 'development'),
    };
    made.set(key, page);
    return page;
  }
}

/** The build reduced to these routes. */
function buildWith(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <T>(routes: Readonly<Record<string, T>>) => Object.fromEntries(ids.map((id) => [id, routes[id]!]));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}

function treeOf(build: ServerBuild): RouteObject[] {
  const all = Object.values(build.routes).flatMap((route) => route ?? []);
  const under = (parent: string | undefined, above: readonly string[]): RouteObject[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => {
        const whole = path ? [...above, path] : above;
        const handle = whole.join('/');
        return { id, handle, ...(path && { path }), ...(index ? { index } : { children: under(id, whole) }) };
      });
  return under(undefined, []);
}

const leavesOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ handle, children }) => (children?.length ? leavesOf(children) : String(handle)));
