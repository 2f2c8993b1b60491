package dev.grpctuning.autoconfigure;

import java.util.LinkedHashMap;

import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties as configured, for the actuator's endpoint configprops. */
@ConfigurationProperties("grpc.tuning")
final class GrpcTuningProperties extends LinkedHashMap<String, Object> {

}
