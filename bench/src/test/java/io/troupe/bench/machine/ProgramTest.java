// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    Path root;

    @Test
    void shouldReadTheSettingsOfAVirtualMachine() {
        Map<String, String> facts = Jvm.facts(
                """
                [Global flags]
                    uintx MaxHeapSize                              = 1073741824                                {product} {command line}
                   size_t InitialHeapSize                          := 67108864                                  {product} {ergonomic}
                     bool UseCompressedOops                        = true                           {product lp64_product} {ergonomic}
                     bool UseG1GC                                  = false                                     {product} {default}
                     bool UseParallelGC                            = true                                      {product} {command line}
                     uint ParallelGCThreads                        = 2                                         {product} {default}
                    ccstr AllocateHeapAt                           =                                           {product} {default}
                openjdk version "17.0.15" 2025-04-15
                """,
                "Somebody");
        assertThat(facts)
                .contains(
                        entry("jvmVendor", "Somebody"),
                        entry("collector", "Parallel"),
                        entry("heapLimit", "1024 MiB"),
                        entry("heapInitial", "64 MiB"),
                        entry("compressedOops", "on"),
                        entry("compactHeaders", "unknown"),
                        entry("collectorThreads", "2"));
    }

    @Test
    void shouldKnowNothingOfAVirtualMachineThatDoesNotStart() {
        assertThat(Jvm.facts(List.of("-XX:+NoSuchOption"))).contains(entry("collector", "unknown"));
        assertThat(Output.of(List.of("no-such-program-anywhere"), true)).isNull();
    }

    @Test
    void shouldAgreeWithTheClassPathAboutEveryPeer() {
        Map<String, String> built = Versions.built();
        assertThat(built).containsKeys("version.pekko-actor_2.13", "version.disruptor", "version.grpc-api");
        assertThat(Versions.onClassPath(System.getProperty("java.class.path"), built.keySet()))
                .isEqualTo(built);
    }

    @Test
    void shouldReadWhatMavenLeftInAJar() throws IOException {
        Path jar = root.resolve("everything.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.putNextEntry(new JarEntry("META-INF/maven/a.group/peer/pom.properties"));
            entries.write("version=1.2\ngroupId=a.group\nartifactId=peer\n".getBytes(StandardCharsets.UTF_8));
            entries.closeEntry();
        }
        Path named = root.resolve("other_2.13-4.5-rc1.jar");
        Files.writeString(named, "not a jar");
        String path = jar
                + System.getProperty("path.separator")
                + named
                + System.getProperty("path.separator")
                + root.resolve("missing.jar");
        assertThat(Versions.onClassPath(path, Set.of("version.peer", "version.other_2.13", "version.absent")))
                .containsOnly(entry("version.peer", "1.2"), entry("version.other_2.13", "4.5-rc1"));
    }

    @Test
    void shouldFindLibrariesInC() throws IOException {
        Path packages = Files.createDirectories(root.resolve("usr/lib/x86_64-linux-gnu/pkgconfig"));
        Files.writeString(packages.resolve("nanomsg.pc"), "Name: nanomsg\nVersion: 1.1.5\n");
        Path headers = Files.createDirectories(root.resolve("usr/include/nng"));
        Files.writeString(
                headers.resolve("nng.h"),
                "#define NNG_MAJOR_VERSION 1\n#define NNG_MINOR_VERSION 5\n#define NNG_PATCH_VERSION 2\n");
        assertThat(Libraries.facts(root))
                .containsOnly(entry("version.nanomsg", "1.1.5"), entry("version.nng", "1.5.2"));
        assertThat(Libraries.facts(root.resolve("missing"))).isEmpty();
    }
}
