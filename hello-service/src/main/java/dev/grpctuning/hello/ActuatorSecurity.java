package dev.grpctuning.hello;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Lets everybody read the measurements and the tuning. Everything else over HTTP needs a
 * password.
 */
@Configuration(proxyBeanMethods = false)
class ActuatorSecurity {

	private static final String[] READ_BY_ANYBODY = { "health", "info", "metrics", "prometheus", "grpctuning",
			"grpcslices", "grpcautopilot", "grpcconnections" };

	@Bean
	SecurityFilterChain actuatorSecurityFilterChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> {
			requests
				.requestMatchers(EndpointRequest.to(READ_BY_ANYBODY).withHttpMethod(HttpMethod.GET),
						EndpointRequest.toLinks())
				.permitAll();
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

	/** Keeps the password out of configprops, which shows all other values. */
	@Bean
	SanitizingFunction credentialsSanitizingFunction() {
		return SanitizingFunction.sanitizeValue().ifLikelyCredential();
	}

}
