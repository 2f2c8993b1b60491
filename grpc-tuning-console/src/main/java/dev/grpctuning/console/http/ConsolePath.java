package dev.grpctuning.console.http;

import java.util.List;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;

/** Path of the console: below that of the endpoint, so that its security rules apply. */
public final class ConsolePath {

	/** Id of the endpoint that the console shows. */
	public static final EndpointId ENDPOINT = EndpointId.of("grpctuning");

	private ConsolePath() {
	}

	/** Returns the path below the base path of the actuator. */
	public static String of(String basePath, List<PathMapper> mappers) {
		return basePath + "/" + PathMapper.getRootPath(mappers, ENDPOINT) + "/console";
	}

}
