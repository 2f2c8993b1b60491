package dev.grpctuning.load.serve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

import jakarta.servlet.DispatcherType;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientHealthAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMetricAutoConfiguration;
import net.devh.boot.grpc.client.autoconfigure.GrpcClientMicrometerTraceAutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.password.AbstractValidatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Web server and actuator of {@code drive} and {@code serve}. The interceptors of
 * net.devh, which would count and time each call a second time, are left out.
 */
@Configuration(proxyBeanMethods = false)
@Profile(ActuatorConfiguration.PROFILES)
@EnableAutoConfiguration(exclude = { GrpcClientMetricAutoConfiguration.class, GrpcClientHealthAutoConfiguration.class,
		GrpcClientMicrometerTraceAutoConfiguration.class })
class ActuatorConfiguration {

	static final String PROFILES = "drive | serve";

	private static final String[] PUBLIC = { "health", "info", "prometheus" };

	@Bean
	@Profile("drive")
	HealthIndicator loadHealthIndicator(LoadController load) {
		return load::health;
	}

	/** The state and the metrics are public. The plan, the result and changes are not. */
	@Bean
	SecurityFilterChain actuatorSecurityFilterChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> {
			requests
				.requestMatchers(EndpointRequest.to(PUBLIC).withHttpMethod(HttpMethod.GET), EndpointRequest.toLinks())
				.permitAll();
			requests.requestMatchers(HttpMethod.GET, LoadController.PATH).permitAll();
			// Otherwise a 404 becomes a 401 on its way to the error page.
			requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
			requests.anyRequest().authenticated();
		})
			.httpBasic(Customizer.withDefaults())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			// There are no cookies, only basic authentication. A browser that remembers
			// the password lets no page of another site send JSON or a DELETE.
			.csrf(AbstractHttpConfigurer::disable)
			// The logout endpoint would answer anybody.
			.logout(AbstractHttpConfigurer::disable)
			.build();
	}

	@Bean
	PasswordEncoder passwordEncoder() {
		return new PlainPasswords();
	}

	/**
	 * Compares plain passwords in constant time. A slow hash protects a stolen list of
	 * passwords. Here the only password is in the environment of the process, and a hash
	 * would cost some 100 ms of CPU for each request, even of strangers. A long random
	 * password protects against guessing.
	 */
	private static final class PlainPasswords extends AbstractValidatingPasswordEncoder {

		@Override
		protected String encodeNonNullPassword(String password) {
			return password;
		}

		@Override
		protected boolean matchesNonNull(String given, String password) {
			return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8),
					password.getBytes(StandardCharsets.UTF_8));
		}

	}

}
