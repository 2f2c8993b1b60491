package dev.grpctuning.console.webflux;

import java.security.Principal;

import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/** Roles of Spring Security, if that is there. */
final class Roles {

	private Roles() {
	}

	static boolean has(@Nullable Principal principal, String role) {
		return principal instanceof Authentication user
				&& user.getAuthorities().stream().anyMatch((each) -> ("ROLE_" + role).equals(each.getAuthority()));
	}

}
