package dev.grpctuning.autoconfigure;

import java.util.LinkedHashMap;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties as they are written, shown by the actuator's configprops. */
@ConfigurationProperties("grpc.tuning")
final class GrpcTuningProperties extends LinkedHashMap<String, Object> {

}
