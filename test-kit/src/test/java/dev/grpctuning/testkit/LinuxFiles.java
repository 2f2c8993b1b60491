package dev.grpctuning.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of a Linux that has all counters, as recorded on one. */
public record LinuxFiles(Path root) {

	public LinuxFiles write(String file, String content) throws IOException {
		Path path = this.root.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, content);
		return this;
	}

	public LinuxFiles writeAll() throws IOException {
		return write("proc/pressure/cpu", """
				some avg10=98.78 avg60=95.81 avg300=87.38 total=1061702164
				full avg10=0.00 avg60=0.00 avg300=0.00 total=0
				""").write("proc/self/task/10/schedstat", "779481 1500000000 2\n")
			.write("proc/self/task/11/schedstat", "1 250000000 2\n")
			.write("proc/stat", """
					cpu  223693 24633 21489 105292 351 0 709 226 5 7
					cpu0 1 1 1 1 1 1 1 1 1 1
					""")
			.write("proc/self/cgroup", "3:cpuset:/\n1:cpu,cpuacct:/pod/app\n0::/\n")
			.write("sys/fs/cgroup/cpu/pod/app/cpu.stat", "nr_periods 40\nnr_throttled 10\nthrottled_time 5\n")
			.write("sys/fs/cgroup/cpu/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n");
	}

}
