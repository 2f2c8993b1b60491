package dev.grpctuning.load;

import jakarta.servlet.DispatcherType;
import org.springframework.boot.security.autoconfigure.SecurityProperties;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Lets anybody read what is measured, and asks for a password for all else that is served
 * over HTTP: a plan makes load on any server, and reads files.
 */
@Configuration(proxyBeanMethods = false)
@Profile(ActuatorConfiguration.PROFILES)
class ActuatorSecurity {

	private static final String[] READ_BY_ANYBODY = { "health", "info", "prometheus", LoadEndpoint.ID };

	@Bean
	SecurityFilterChain actuatorSecurityFilterChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> {
			requests
				.requestMatchers(EndpointRequest.to(READ_BY_ANYBODY).withHttpMethod(HttpMethod.GET),
						EndpointRequest.toLinks())
				.permitAll();
			// Or what is not found turns into a 401 on its way to the error page.
			requests.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
			requests.anyRequest().authenticated();
		})
			.httpBasic(Customizer.withDefaults())
			.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
			// There are no cookies, only basic auth. Should a browser have kept the
			// password, it lets no page of another site send JSON or a DELETE.
			.csrf(AbstractHttpConfigurer::disable)
			// It would answer to anybody.
			.logout(AbstractHttpConfigurer::disable)
			.build();
	}

	/**
	 * Tells the password if nobody has chosen one. Spring Boot would log it, on standard
	 * output, which has the result alone.
	 */
	static void tell(SecurityProperties properties) {
		SecurityProperties.User user = properties.getUser();
		if (user.isPasswordGenerated()) {
			System.err.printf("The password of %s for changes is %s; SPRING_SECURITY_USER_PASSWORD sets another.%n",
					user.getName(), user.getPassword());
		}
	}

}
