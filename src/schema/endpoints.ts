/** Part of the API: what game clients need, or all of it. */
export type ApiPart = 'game' | 'authoring';

/** Addresses of the API and of its schemas as text. */
export const ENDPOINTS: Readonly<Record<ApiPart, { readonly api: string; readonly schema: string }>> = {
  game: { api: '/graphql', schema: '/schema.graphql' },
  authoring: { api: '/graphql/authoring', schema: '/schema/authoring.graphql' },
};

export const API_PARTS: readonly ApiPart[] = ['game', 'authoring'];

/** Finds the part of the API that a path serves; null when it is no address of the API. */
export function findApiPart(pathname: string): ApiPart | null {
  return API_PARTS.find((part) => ENDPOINTS[part].api === pathname.replace(/\/$/, '')) ?? null;
}
