package dev.grpctuning.orders;

import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

/** Lets everybody read the actuator. Changing settings needs the password. */
@Configuration(proxyBeanMethods = false)
class ActuatorSecurity {

	@Bean
	SecurityFilterChain actuatorSecurityFilterChain(HttpSecurity http) {
		return http
			.authorizeHttpRequests((requests) -> requests
				.requestMatchers(EndpointRequest.toAnyEndpoint().withHttpMethod(HttpMethod.GET))
				.permitAll()
				.anyRequest()
				.authenticated())
			.httpBasic(Customizer.withDefaults())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			// There are no cookies that a page of another site could use.
			.csrf((csrf) -> csrf.disable())
			.build();
	}

	@Bean
	PasswordEncoder passwordEncoder() {
		return new PlainPasswords();
	}

}
