import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run studio:dev` serves the page from its source and asks a server on port 4000. */
export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/graphql': 'http://127.0.0.1:4000', '/files': 'http://127.0.0.1:4000' } },
});
