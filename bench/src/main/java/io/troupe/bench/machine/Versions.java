// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Versions of the peers, one fact "version.name" each; a peer that is not there has none. A file name on the class path counts
 * first, then what Maven left in a jar, then what the build wrote down: in the one jar with everything, half of the peers left
 * nothing.
 */
public final class Versions {
    static final String PREFIX = "version.";
    private static final String BUILD = "/io/troupe/bench/machine/peers.properties";
    private static final Pattern LEFT = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    private Versions() {}

    /**
     * Of the class path of this program, and of the C libraries installed below a directory.
     *
     * @param root where {@code usr} is
     */
    public static Map<String, String> facts(Path root) {
        Map<String, String> facts = new TreeMap<>(built());
        facts.putAll(onClassPath(System.getProperty("java.class.path", ""), built().keySet()));
        facts.putAll(Libraries.facts(root));
        return facts;
    }

    /** What the build wrote down: the name of a fact and the version. */
    static Map<String, String> built() {
        Map<String, String> facts = new TreeMap<>();
        artifacts().forEach((artifact, version) -> facts.put(PREFIX + artifact, version));
        return facts;
    }

    /**
     * What the jars of a class path tell.
     *
     * @param classPath as the system property has it
     * @param wanted names of facts
     */
    static Map<String, String> onClassPath(String classPath, Set<String> wanted) {
        Map<String, String> found = new LinkedHashMap<>();
        List<Path> jars = Pattern.compile(Pattern.quote(System.getProperty("path.separator", ":")))
                .splitAsStream(classPath)
                .filter(entry -> entry.endsWith(".jar"))
                .map(Path::of)
                .toList();
        for (Path jar : jars) {
            left(jar).forEach((artifact, version) -> keep(artifact, version, wanted, found));
        }
        for (Path jar : jars) {
            String file = jar.getFileName().toString();
            String name = file.substring(0, file.length() - ".jar".length());
            int dash = firstDigitAfterDash(name);
            if (dash > 0) {
                keep(name.substring(0, dash), name.substring(dash + 1), wanted, found);
            }
        }
        return found;
    }

    private static void keep(String artifact, String version, Set<String> wanted, Map<String, String> found) {
        if (wanted.contains(PREFIX + artifact)) {
            found.put(PREFIX + artifact, version);
        }
    }

    /** Artifact and version of everything that Maven built into a jar. */
    private static Map<String, String> left(Path path) {
        Map<String, String> found = new LinkedHashMap<>();
        if (!Files.isRegularFile(path)) {
            return found;
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (LEFT.matcher(entry.getName()).matches()) {
                    Properties properties = new Properties();
                    try (InputStream in = jar.getInputStream(entry)) {
                        properties.load(in);
                    }
                    String artifact = properties.getProperty("artifactId");
                    String version = properties.getProperty("version");
                    if (artifact != null && version != null) {
                        found.put(artifact, version);
                    }
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return found; // a broken jar tells nothing; what was read before is right
        }
        return found;
    }

    /** Where the version begins in {@code pekko-actor_2.13-1.7.0}; -1 if there is none. */
    private static int firstDigitAfterDash(String name) {
        for (int i = 0; i + 1 < name.length(); i++) {
            if (name.charAt(i) == '-' && Character.isDigit(name.charAt(i + 1))) {
                return i;
            }
        }
        return -1;
    }

    private static Map<String, String> artifacts() {
        Map<String, String> artifacts = new TreeMap<>();
        try (InputStream in = Versions.class.getResourceAsStream(BUILD)) {
            if (in == null) {
                return artifacts; // run from an incomplete build
            }
            Properties properties = new Properties();
            try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                properties.load(reader);
            }
            for (String artifact : properties.stringPropertyNames()) {
                String version = properties.getProperty(artifact, "");
                if (!version.contains("${")) { // the build has not filled it in
                    artifacts.put(artifact, version);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return artifacts;
        }
        return artifacts;
    }
}
