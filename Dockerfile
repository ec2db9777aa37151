# The service without a database: it expects DATABASE_URL. Build with `docker build -t feedback-board .`
# The Node of the lock file, by version and by the digest of its image for all platforms: a tag can be moved, a digest cannot.
# Another one: docker buildx imagetools inspect node:VERSION-bookworm-slim
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

# The manifests alone, so that a change of the code does not install everything again, and a new workspace is not forgotten.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests \
  && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents -t /manifests {} +

# What npm start does: install from the lock file (.npmrc keeps install scripts from running), then build.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /manifests ./
COPY tools/setup.mjs tools/setup.mjs
RUN --mount=type=cache,target=/root/.npm \
  node --input-type=module -e "import { ensureInstalled } from '/app/tools/setup.mjs'; ensureInstalled()"
COPY . .
RUN node tools/build.mjs

# Without the build tools, and without the optional binaries: the image has its Node, and PostgreSQL runs beside it.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --omit=dev --omit=optional

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
# The one optional binary that is needed here: what decodes pictures.
COPY --from=build /app/node_modules/@img node_modules/@img
COPY --from=build /app/service/package.json service/package.json
COPY --from=build /app/service/migrations service/migrations
COPY --from=build /app/service/dist service/dist
COPY LICENSE ./
RUN printf '#!/bin/sh\nexec node --max-semi-space-size=16 --semi-space-growth-factor=16 /app/service/dist/main.js "$@"\n' > /usr/local/bin/svc && chmod 755 /usr/local/bin/svc
USER node
EXPOSE 4000
# The probes answer on every host name, so the address is enough.
HEALTHCHECK --interval=10s --timeout=5s --start-period=40s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["svc", "serve"]
