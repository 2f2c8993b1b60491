package dev.grpctuning.autoconfigure;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who sees the values of the endpoint {@code grpctuning}.
 *
 * @param showValues When to show values and origins of knobs.
 * @param roles Roles that may see values if only authorized users may. If empty, every
 * authenticated user is authorized.
 */
@ConfigurationProperties("management.endpoint.grpctuning")
record GrpcTuningEndpointProperties(@DefaultValue("never") Show showValues, @DefaultValue Set<String> roles) {

}
