# Node 24 runs the source as it is. Only the studio, the web page, is built.
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY bin ./bin
# No package needs its install script here: the image brings Node itself, and SQLite comes with Node.
RUN npm install --omit=dev --ignore-scripts && node bin/remove-unused-files.js && npm cache clean --force

FROM node:24-slim AS studio
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --ignore-scripts
COPY bin ./bin
COPY src ./src
RUN node bin/build-studio.js

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    AUTH=required \
    SCENEWRIGHT_DATA=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules ./node_modules
COPY --from=studio /app/dist ./dist
COPY package.json ./
COPY bin ./bin
COPY src ./src
COPY prompts ./prompts
COPY operations ./operations
COPY content_packs ./content_packs

USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/scenewright.js"]
