package dev.grpctuning.autoconfigure;

import org.springframework.boot.autoconfigure.condition.AnyNestedCondition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;

import dev.grpctuning.autoconfigure.boot.BootServerConfiguration;
import dev.grpctuning.autoconfigure.netdevh.NetDevhServerConfiguration;

class OnGrpcServerStarter extends AnyNestedCondition {

	OnGrpcServerStarter() {
		super(ConfigurationPhase.PARSE_CONFIGURATION);
	}

	@ConditionalOnClass(name = NetDevhServerConfiguration.CLASS)
	static class NetDevh {

	}

	@ConditionalOnClass(name = BootServerConfiguration.CLASS)
	static class Boot {

	}

}
