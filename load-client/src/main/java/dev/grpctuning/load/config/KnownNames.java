package dev.grpctuning.load.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;

/** Refuses unknown names. A known one without a value leaves out what others set. */
final class KnownNames extends NoUnboundElementsBindHandler {

	KnownNames() {
		super(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
	}

	@Override
	public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			@Nullable Object result) throws Exception {
		if (result == null && isEmpty(name, context)) {
			onSuccess(name, target, context, "");
		}
		super.onFinish(name, target, context, result);
	}

	private static boolean isEmpty(ConfigurationPropertyName name, BindContext context) {
		for (ConfigurationPropertySource source : context.getSources()) {
			ConfigurationProperty property = source.getConfigurationProperty(name);
			if (property != null) {
				return "".equals(property.getValue());
			}
		}
		return false;
	}

}
