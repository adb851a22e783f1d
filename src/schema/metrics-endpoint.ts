import { createServer, type ServerResponse } from 'node:http';
import { applyConnectionTimeouts, type ListenAddress, listenOnAddress } from './transport/http-listener.ts';

/** Returns the metrics of the server in the format of Prometheus. */
export type MetricsPage = () => Promise<{ readonly contentType: string; readonly text: string }>;

export const METRICS_PATH = '/metrics';

export async function answerMetrics(page: MetricsPage, response: ServerResponse): Promise<void> {
  const { contentType, text } = await page();
  response.writeHead(200, { 'content-type': contentType }).end(text);
}

/** Serves only the metrics, on a port of their own, which need not be open to players. */
export async function listenForMetrics(
  page: MetricsPage,
  where: ListenAddress,
  onError: (error: unknown) => void,
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> {
  const server = applyConnectionTimeouts(
    createServer((request, response) => {
      if (request.url !== METRICS_PATH) {
        response.writeHead(404).end();
        return;
      }
      answerMetrics(page, response).catch((error: unknown) => {
        onError(error);
        response.destroy();
      });
    }),
  );
  const address = await listenOnAddress(server, where);
  return {
    address,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
