package dev.grpctuning.containers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * A second Prometheus for a stack. It gives the stack's targets the labels that they
 * would have on Kubernetes, by the manifests and the rules of the Prometheus operator.
 */
final class KubernetesPrometheus {

	static final String SERVICE = "prometheus-kubernetes";

	private static final String PORT = "KUBERNETES";

	private static final String MANIFESTS = "deploy/kubernetes/";

	private KubernetesPrometheus() {
	}

	/** Adds it to a stack that has not started. */
	static void addTo(Stack stack) {
		Map<String, Object> compose = at(read("docker-compose.yml"), "services", "prometheus");
		stack.set("PORT_" + PORT, Integer.toString(Stack.freePort()))
			.write("docker-compose.override.yml",
					"""
							services:
							  %s:
							    image: %s
							    volumes: ["./prometheus/kubernetes.yml:/etc/prometheus/prometheus.yml:ro", "./prometheus/kubernetes-rules.yml:/etc/prometheus/rules.yml:ro"]
							    ports: ["127.0.0.1:${PORT_%s}:9090"]
							"""
						.formatted(SERVICE, compose.get("image"), PORT))
			.write("prometheus/kubernetes.yml", new Yaml().dump(configuration()))
			.write("prometheus/kubernetes-rules.yml",
					new Yaml().dump(read(MANIFESTS + "monitoring/prometheus-rule.yaml").get("spec")))
			.scrapeOften("prometheus/kubernetes.yml", "prometheus/kubernetes-rules.yml");
	}

	static Prometheus of(Stack stack) {
		return new Prometheus(stack.http(PORT));
	}

	private static Map<String, Object> configuration() {
		Map<String, Object> server = read(MANIFESTS + "base/hello-service.yaml", "Service");
		Map<String, Object> serviceMonitor = read(MANIFESTS + "monitoring/service-monitor.yaml");
		Map<String, Object> client = read(MANIFESTS + "drive/load-client.yaml", "Deployment");
		Map<String, Object> podMonitor = read(MANIFESTS + "monitoring/pod-monitor.yaml");
		return Map.of("global", Map.of("scrape_interval", "5s", "scrape_timeout", "4s", "evaluation_interval", "5s"),
				"rule_files", List.of("rules.yml"), "scrape_configs",
				List.of(scrape("hello-service:8081", "service", at(server, "metadata"), at(serviceMonitor, "spec"),
						"endpoints"),
						scrape("load-client:8082", "pod", at(client, "spec", "template", "metadata"),
								at(podMonitor, "spec"), "podMetricsEndpoints")));
	}

	/**
	 * A scrape of two pods, for which one container answers.
	 * @param kind what is discovered, whose labels the monitor may name jobs by
	 */
	private static Map<String, Object> scrape(String address, String kind, Map<String, Object> metadata,
			Map<String, Object> monitor, String endpoints) {
		Map<String, Object> discovered = new LinkedHashMap<>();
		discovered.put("__meta_kubernetes_namespace", "default");
		discovered.put("__meta_kubernetes_service_name", metadata.getOrDefault("name", "").toString());
		at(metadata, "labels")
			.forEach((name, value) -> discovered.put("__meta_kubernetes_" + kind + "_label_" + safe(name), value));
		List<Map<String, Object>> relabelings = new ArrayList<>(List.of(copy("namespace", "namespace"),
				copy("service_name", "service"), copy("pod_name", "pod"), copy("service_name", "job")));
		if (monitor.get("jobLabel") instanceof String label) {
			relabelings.add(copy(kind + "_label_" + safe(label), "job"));
		}
		Map<String, Object> endpoint = list(monitor.get(endpoints)).getFirst();
		list(endpoint.get("relabelings")).forEach((relabeling) -> relabelings.add(Map.of("source_labels",
				relabeling.get("sourceLabels"), "target_label", relabeling.get("targetLabel"))));
		List<Map<String, Object>> pods = Stream.of("a", "b").map((pod) -> {
			Map<String, Object> labels = new LinkedHashMap<>(discovered);
			labels.put("__meta_kubernetes_pod_name", address.replaceFirst(":.*", "-7c5ddbdf54-") + pod);
			return Map.<String, Object>of("targets", List.of(address), "labels", labels);
		}).toList();
		return Map.of("job_name", kind, "metrics_path", endpoint.get("path"), "static_configs", pods, "relabel_configs",
				relabelings);
	}

	private static Map<String, Object> copy(String meta, String label) {
		return Map.of("source_labels", List.of("__meta_kubernetes_" + meta), "regex", "(.+)", "target_label", label);
	}

	private static String safe(String label) {
		return label.replaceAll("[^a-zA-Z0-9_]", "_");
	}

	private static Map<String, Object> read(String file) {
		return documents(file).getFirst();
	}

	private static Map<String, Object> read(String file, String kind) {
		return documents(file).stream()
			.filter((document) -> kind.equals(document.get("kind")))
			.findFirst()
			.orElseThrow();
	}

	private static List<Map<String, Object>> documents(String file) {
		try {
			List<Map<String, Object>> documents = new ArrayList<>();
			new Yaml().loadAll(Files.readString(Images.REPOSITORY.resolve(file)))
				.forEach((document) -> documents.add(map(document)));
			return documents;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Map<String, Object> at(Map<String, Object> map, String... path) {
		Map<String, Object> found = map;
		for (String name : path) {
			found = map(found.get(name));
		}
		return found;
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> map(@Nullable Object value) {
		return (Map<String, Object>) Objects.requireNonNull(value);
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> list(@Nullable Object value) {
		return (List<Map<String, Object>>) Objects.requireNonNull(value);
	}

}
