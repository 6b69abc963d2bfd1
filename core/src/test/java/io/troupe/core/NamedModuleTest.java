// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application of a named module, with this library on the module path: generated classes reach what they call though it is
 * exported to nobody, and the application does not see it.
 */
class NamedModuleTest {
    /** Beginnings of the names of the files that the library needs. */
    private static final List<String> LIBRARIES =
            List.of("troupe-", "asm-", "disruptor-", "slf4j-api-", "jspecify-", "jctools-core-");

    private static final String COUNTER =
            """
            package user.app;

            import io.troupe.core.actor.Actor;
            import io.troupe.core.promise.CompletablePromise;
            import io.troupe.core.promise.Promise;

            public class Counter extends Actor<Counter> {
                private int count;

                @Override
                protected Promise<?> onStart() throws Exception {
                    return super.onStart();
                }

                public void add(int n) {
                    count += n;
                }

                public Promise<Integer> get() {
                    CompletablePromise<Integer> answer = new CompletablePromise<>();
                    self().add(0);
                    Promise.of(count).then(answer::complete);
                    return answer;
                }
            }
            """;

    private static final String MAIN =
            """
            package user.app;

            import io.troupe.core.ActorSystem;
            import io.troupe.core.actor.ActorOptions;
            import io.troupe.core.promise.Promise;
            import java.time.Duration;
            import user.closed.Greeter;

            public final class Main {
                public static int run() {
                    try (ActorSystem system = ActorSystem.start("named")) {
                        Counter counter = system.spawn(Counter.class, Counter::new);
                        counter.add(2);
                        counter.add(1);
                        String greeting = Greeter.spawn(system).greet("you").await(Duration.ofSeconds(5));
                        return greeting.length() + counter.get().await(Duration.ofSeconds(5));
                    }
                }
            }
            """;

    private static final String GREETER =
            """
            package user.closed;

            import io.troupe.core.ActorSystem;
            import io.troupe.core.actor.ActorOptions;
            import io.troupe.core.promise.Promise;
            import java.lang.invoke.MethodHandles;

            public interface Greeter {
                Promise<String> greet(String name);

                static Greeter spawn(ActorSystem system) {
                    return system.spawn(
                            Greeter.class,
                            () -> name -> Promise.of("hello " + name),
                            ActorOptions.defaults().lookup(MethodHandles.lookup()));
                }
            }
            """;

    private static final String MODULE =
            """
            module user.app {
                requires io.troupe.core;

                exports user.app;
                opens user.app to io.troupe.core;
            }
            """;

    @TempDir
    Path directory;

    @Test
    void shouldRunActorsOfANamedModule() throws Exception {
        Path classes = compile(Map.of(
                "module-info.java", MODULE,
                "user/app/Counter.java", COUNTER,
                "user/app/Main.java", MAIN,
                "user/closed/Greeter.java", GREETER));
        List<Path> path = new ArrayList<>(libraries());
        path.add(classes);
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(path.toArray(new Path[0])), ModuleFinder.of(), Set.of("user.app"));
        ModuleLayer layer =
                ModuleLayer.boot().defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
        Class<?> main = layer.findLoader("user.app").loadClass("user.app.Main");
        assertThat(main.getModule().getName()).isEqualTo("user.app");
        assertThat(main.getMethod("run").invoke(null)).isEqualTo("hello you".length() + 3);
    }

    @Test
    void shouldHideWhatIsNotForUsers() throws Exception {
        for (String hidden : List.of(
                "continuation.DefaultPromise",
                "host.OutletHost",
                "message.Outlet",
                "reference.ReferenceType",
                "cell.Hooks")) {
            String source = "package user.app;\npublic class Spy { io.troupe.core." + hidden + " seen; }\n";
            String name = hidden.substring(0, hidden.indexOf('.'));
            assertThat(errors(Map.of("module-info.java", MODULE, "user/app/Spy.java", source)))
                    .contains("package io.troupe.core." + name + " is not visible");
        }
    }

    private Path compile(Map<String, String> sources) throws Exception {
        assertThat(errors(sources)).isEmpty();
        return directory.resolve("classes");
    }

    private String errors(Map<String, String> sources) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-d", directory.resolve("classes").toString(),
                "--module-path",
                        String.join(
                                File.pathSeparator,
                                libraries().stream().map(Path::toString).toList())));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = directory.resolve("sources").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        PrintStream printer = new PrintStream(errors, true, StandardCharsets.UTF_8);
        int unused =
                ToolProvider.findFirst("javac").orElseThrow().run(printer, printer, arguments.toArray(new String[0]));
        return errors.toString(StandardCharsets.UTF_8);
    }

    /** What this library needs, from the class path of the test. */
    private static List<Path> libraries() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> Files.isDirectory(entry)
                        ? Files.exists(entry.resolve("module-info.class"))
                        : LIBRARIES.stream().anyMatch(entry.getFileName().toString()::startsWith))
                .toList();
    }
}
