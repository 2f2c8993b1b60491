package dev.grpctuning.autopilot.live;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LiveServiceTests {

	@Test
	void whenThereAreRoutesThenEachPartHasAName() {
		assertThat(LiveService.elements(
				Map.of("executor.type", "fixed", "executor.routes", "a.B/* type=fixed threads=2, a.C/D type=virtual")))
			.containsOnly(Map.entry("executor.type", "fixed"), Map.entry("executor.routes[0].method", "a.B/*"),
					Map.entry("executor.routes[0].type", "fixed"), Map.entry("executor.routes[0].threads", "2"),
					Map.entry("executor.routes[1].method", "a.C/D"), Map.entry("executor.routes[1].type", "virtual"));
	}

	@Test
	void whenRoutesAreTakenBackThenThereAreNone() {
		assertThat(LiveService.elements(Map.of("executor.routes", ""))).containsOnly(Map.entry("executor.routes", ""));
	}

}
