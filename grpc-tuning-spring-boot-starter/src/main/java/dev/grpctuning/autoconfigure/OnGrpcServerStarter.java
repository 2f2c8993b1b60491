package dev.grpctuning.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;

/**
 * Matches when one of the starters of a gRPC server is there.
 */
class OnGrpcServerStarter extends AnyNestedCondition {

	OnGrpcServerStarter() {
		super(ConfigurationPhase.PARSE_CONFIGURATION);
	}

	/**
	 * net.devh's.
	 */
	@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
	static class NetDevh {

	}

	/**
	 * Spring Boot's own.
	 */
	@ConditionalOnClass(name = BootServerConfiguration.CLASS)
	static class Boot {

	}

}
