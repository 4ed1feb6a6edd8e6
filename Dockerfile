# Two stages: the first fetches packages and builds the pages, the second has what runs and no tool to build with.
#   docker build -t callboard .
#   docker buildx build --platform linux/amd64,linux/arm64 -t callboard .
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json vite.config.ts vite.program.config.ts ./
COPY bin ./bin
COPY src ./src
COPY tools/protocol.ts ./tools/
COPY tools/protocol ./tools/protocol
COPY docs/handbook ./docs/handbook
RUN NODE_ENV=production node bin/setup.mjs
# The pages are built: what builds them stays behind, as do the tests
RUN npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund vite @vitejs/plugin-react \
 && find src -name '*.test.ts' -delete \
 && rm -rf node_modules/.cache tools vite.config.ts vite.program.config.ts

FROM node:${NODE}
RUN rm -rf /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/corepack /opt/yarn* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && install -d -o node -g node -m 0700 /data /backups
WORKDIR /app
COPY --from=build /app ./
# Nobody but root can change the program; root is nobody's here
USER node
# Memory that one thread has freed serves the others too
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768
# What the site says of its commands. A container of their own does them where the site's doesn't start, too
ENV CALLED_AS="sudo docker compose run --rm site node bin/open.mjs src/{}.ts"
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz/pages').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "bin/open.mjs", "dist/program/main.js"]
