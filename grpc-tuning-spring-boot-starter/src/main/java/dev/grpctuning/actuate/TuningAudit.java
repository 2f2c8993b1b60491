package dev.grpctuning.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

import dev.grpctuning.change.TuningChange;
import dev.grpctuning.server.Tuning;

/** Publishes each change of the tuning as an audit event of Spring Boot. */
public final class TuningAudit {

	/** Type of the events. */
	public static final String TYPE = "GRPC_TUNING_CHANGE";

	private final ApplicationEventPublisher events;

	private final ShownValues shown;

	/**
	 * Begins to publish.
	 * @param shown hides what nobody may see at the endpoint
	 */
	public TuningAudit(Tuning tuning, ApplicationEventPublisher events, ShownValues shown) {
		this.events = events;
		this.shown = shown;
		tuning.history().onChange(this::publish);
	}

	private void publish(TuningChange change) {
		this.events.publishEvent(new AuditApplicationEvent(event(this.shown.inRecords().change(change))));
	}

	static AuditEvent event(TuningChange change) {
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("outcome", change.outcome().name());
		put(data, "id", change.id());
		put(data, "reason", change.reason());
		put(data, "until", change.until());
		put(data, "detail", change.detail());
		data.put("changes",
				change.changes()
					.stream()
					.map((each) -> "%s: %s -> %s".formatted(each.knob(), each.from(), each.to()))
					.toList());
		return new AuditEvent(change.at(), (change.by() != null) ? change.by() : "unknown", TYPE, data);
	}

	private static void put(Map<String, Object> data, String name, @Nullable Object value) {
		if (value != null) {
			data.put(name, value);
		}
	}

}
