# Both applications as images: --target hello-service and --target load-client.

FROM maven:3.9-eclipse-temurin-25 AS build
WORKDIR /build
COPY . .
# Tests and format checks belong to mvn verify.
RUN --mount=type=cache,target=/m2 \
    mvn -B -q -ntp -Dsbom -Dmaven.repo.local=/m2 -pl hello-service,load-client -am package -Dmaven.test.skip=true \
      -Dspring-javaformat.skip -Dcheckstyle.skip
# A layer for each part that changes at its own pace. Netty's libraries and protoc are unpacked here, because /tmp may be mounted
# noexec.
RUN set -e; for app in hello-service load-client; do \
      java -Djarmode=tools -jar $app/target/$app.jar extract --layers --application-filename app.jar --destination /layers/$app; \
      mkdir /layers/$app/native; cd /layers/$app/native; \
      for jar in ../dependencies/lib/netty-transport-native-*-linux-*.jar; do jar xf $jar META-INF/native; done; \
      mv META-INF/native/*.so .; rm -r META-INF; cd /build; \
    done; \
    cp load-client/target/classes/dev/grpctuning/load/config/protoc /layers/load-client/native; \
    chmod 755 /layers/load-client/native/protoc

FROM eclipse-temurin:25-jre AS java
LABEL org.opencontainers.image.version=0.1.0 \
      org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.source=https://github.com/OWNER/grpc-tuning-lab
# By default, both applications listen on 127.0.0.1, which nobody outside of the container can reach. GRPC_SERVER_ADDRESS is
# for net.devh's server. Spring Boot's reads SPRING_GRPC_SERVER_ADDRESS.
ENV LANG=C.UTF-8 SERVER_ADDRESS=0.0.0.0 GRPC_SERVER_ADDRESS=0.0.0.0
# In a small container, the JVM would otherwise choose the serial collector.
ENV JAVA_OPTS=-XX:+UseG1GC
WORKDIR /app
COPY docker/ ./
ENTRYPOINT ["/bin/sh", "/app/run"]

# TieredStopAtLevel=2 keeps profiles out of the caches: with profiles, the second compiler would be busy during each start. With
# level 1, methods compiled in the training run would never reach the second compiler in a run from the cache. Xmx512m: 40 % of a
# large machine would be a heap with uncompressed references, and a small container could not use its cache.
FROM java AS hello-service
LABEL org.opencontainers.image.title="gRPC tuning lab: hello-service" \
      org.opencontainers.image.description="gRPC service whose threads, transport and limits can be changed while it runs"
COPY --from=build /layers/hello-service/native/ native/
COPY --from=build /layers/hello-service/dependencies/ ./
COPY --from=build /layers/hello-service/spring-boot-loader/ ./
COPY --from=build /layers/hello-service/snapshot-dependencies/ ./
COPY --from=build /layers/hello-service/application/ ./
RUN bash train java @jvm.options -Xmx512m $JAVA_OPTS -XX:TieredStopAtLevel=2 -Xlog:disable -XX:AOTCacheOutput=app.aot -jar app.jar && test -f app.aot
USER 10001:10001
EXPOSE 9090 8081
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["/bin/bash", "/app/healthy", "8081"]

FROM java AS load-client
LABEL org.opencontainers.image.title="gRPC tuning lab: load-client" \
      org.opencontainers.image.description="Drives load at a gRPC server and measures it without coordinated omission"
# The live page cannot be opened from outside of the container.
ENV LIVE_ENABLED=false
COPY --from=build /layers/load-client/native/ native/
COPY --from=build /layers/load-client/dependencies/ ./
COPY --from=build /layers/load-client/spring-boot-loader/ ./
COPY --from=build /layers/load-client/snapshot-dependencies/ ./
COPY --from=build /layers/load-client/application/ ./
RUN bash train java @jvm.options -Xmx512m $JAVA_OPTS -XX:TieredStopAtLevel=2 -Xlog:disable -XX:AOTCacheOutput=app.aot -jar app.jar drive && test -f app.aot
USER 10001:10001
EXPOSE 8082
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["/bin/bash", "/app/healthy", "8082"]
CMD ["drive"]
