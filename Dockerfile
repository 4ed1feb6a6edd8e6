# Two stages: the first fetches packages and builds the pages; the second contains only what is needed at runtime,
# without build tools.
# docker build -t callboard .
# docker buildx build --platform linux/amd64,linux/arm64 -t callboard .
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
# The pages are built, so the build tools and the tests aren't needed any more
RUN npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund vite @vitejs/plugin-react \
 && find src -name '*.test.ts' -delete \
 && rm -rf node_modules/.cache tools vite.config.ts vite.program.config.ts

FROM node:${NODE}
RUN rm -rf /usr/local/lib/node_modules/npm /usr/local/lib/node_modules/corepack /opt/yarn* \
      /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && install -d -o node -g node -m 0700 /data /backups
WORKDIR /app
COPY --from=build /app ./
# The program belongs to root, so the user who runs it can't change it
USER node
# These settings let a thread reuse memory that another one has freed
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=32768
# How the site's messages name its commands. A separate container runs them, so that they work even if the site doesn't
# start
ENV CALLED_AS="sudo docker compose run --rm site node bin/open.mjs src/{}.ts"
VOLUME ["/data", "/backups"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz/pages').then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "bin/open.mjs", "dist/program/main.js"]
