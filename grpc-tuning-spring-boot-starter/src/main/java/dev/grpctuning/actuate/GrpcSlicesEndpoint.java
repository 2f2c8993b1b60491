package dev.grpctuning.actuate;

import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

import dev.grpctuning.actuate.GrpcTuningEndpoint.Refusal;
import dev.grpctuning.alternate.SliceRuns;
import dev.grpctuning.alternate.SliceState;
import dev.grpctuning.server.NoServerException;
import dev.grpctuning.settings.InvalidTuningException;

/**
 * Lets candidates take turns in slices of time, by the server's own clock. Read-only by
 * default.
 */
@WebEndpoint(id = "grpcslices", defaultAccess = Access.READ_ONLY)
public class GrpcSlicesEndpoint {

	private final SliceRuns runs;

	private final ShownValues values;

	public GrpcSlicesEndpoint(SliceRuns runs, ShownValues values) {
		this.runs = runs;
		this.values = values;
	}

	/** Starts slices in a second. An advisor passes the whole body. */
	@WriteOperation
	public WebEndpointResponse<?> start(SecurityContext security, Map<String, @Nullable Object> plan) {
		SlicesRequest request = SlicesRequest.of(plan);
		try {
			SliceState started = this.runs.start(request.plan(), request.problems(), GrpcTuningEndpoint.name(security));
			return (started != null) ? shown(security, started) : refused(
					"other slices run; wait for their end, or end them with DELETE", HttpURLConnection.HTTP_CONFLICT);
		}
		catch (InvalidTuningException ex) {
			return new WebEndpointResponse<>(new Refusal("invalid", ex.problems()),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
		catch (NoServerException ex) {
			return refused(String.valueOf(ex.getMessage()), HttpURLConnection.HTTP_CONFLICT);
		}
	}

	/** Shows the last run, and its slices from a number on. */
	@ReadOperation
	public WebEndpointResponse<?> slices(SecurityContext security, @Nullable Long from) {
		SliceState state = this.runs.state((from != null) ? from : 0);
		return (state != null) ? shown(security, state) : none();
	}

	/** Ends the run and puts the former settings in force. */
	@DeleteOperation
	public WebEndpointResponse<?> stop(SecurityContext security) {
		SliceState state = this.runs.stop(GrpcTuningEndpoint.name(security)) ? this.runs.state(0) : null;
		return (state != null) ? shown(security, state) : none();
	}

	private WebEndpointResponse<?> shown(SecurityContext security, SliceState state) {
		return new WebEndpointResponse<>(this.values.to(security).slices(state));
	}

	private static WebEndpointResponse<?> none() {
		return refused("no slices run", WebEndpointResponse.STATUS_NOT_FOUND);
	}

	private static WebEndpointResponse<?> refused(String error, int status) {
		return new WebEndpointResponse<>(new Refusal(error, List.of()), status);
	}

}
