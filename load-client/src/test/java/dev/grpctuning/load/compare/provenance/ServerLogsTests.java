package dev.grpctuning.load.compare.provenance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.grpctuning.load.compare.provenance.Provenance.ServerLogs;
import dev.grpctuning.load.compare.provenance.Provenance.ServerLogs.Log;
import dev.grpctuning.load.compare.result.ExperimentDocument.Variant;
import dev.grpctuning.load.compare.result.Experiments;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests for {@link ServerLogs}. */
class ServerLogsTests {

	private final Variant variant = Experiments.named("a b:c", Experiments.real().variants().get(1));

	@TempDir
	private Path folder;

	@Test
	void whenRunsLeftLogsThenThoseAreLinked() throws IOException {
		Variant twice = Experiments.runs(List.of(this.variant.runs().getFirst(), this.variant.runs().getFirst()),
				this.variant);
		file("a b:c/1/gc.log");
		file("a b:c/1/server.err");
		Files.createDirectories(this.folder.resolve("a b:c/2"));
		assertThat(ServerLogs.of(this.folder, twice)).containsExactly(new ServerLogs("run 1",
				List.of(new Log("gc.log", "./a%20b:c/1/gc.log"), new Log("server.err", "./a%20b:c/1/server.err"))));
	}

	@Test
	void whenServersRanForAllVariantsThenTheirLogsAreLinkedOnce() throws IOException {
		file("server/gc.log");
		file("server-2/server.out");
		assertThat(ServerLogs.shared(this.folder)).extracting(ServerLogs::of).containsExactly("server", "server-2");
		assertThat(ServerLogs.shared(null)).isEmpty();
	}

	@Test
	void theLogsOfASearchAreThoseOfEachServerThatItStarted() throws IOException {
		file("servers/kept/server.out");
		file("configured/gc.log");
		file("result.json");
		assertThat(ServerLogs.all(this.folder)).containsExactly(
				new ServerLogs("configured", List.of(new Log("gc.log", "./configured/gc.log"))),
				new ServerLogs("servers/kept", List.of(new Log("server.out", "./servers/kept/server.out"))));
		assertThat(ServerLogs.all(this.folder.resolve("gone"))).isEmpty();
	}

	private void file(String name) throws IOException {
		Path file = this.folder.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, "");
	}

}
