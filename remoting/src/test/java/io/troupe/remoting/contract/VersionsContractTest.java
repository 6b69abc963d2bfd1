// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.CallRefusedException;
import io.troupe.remoting.Encoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers with two versions of one API, each compiled for itself, under the same names. */
class VersionsContractTest {
    private static final String HEAD =
            """
            package shop;
            import io.troupe.core.actor.Actor;
            import io.troupe.core.promise.Promise;
            import java.util.function.Supplier;
            """;

    private static final String OLD = HEAD
            + """
            public class Shop extends Actor<Shop> {
                public record Item(String name, int price) {}
                public Promise<Item> buy(Item item) { return Promise.of(new Item(item.name(), item.price() + 1)); }
                public Promise<String> gone() { return Promise.of("still here"); }
                public void drop(String what) {}
                public static Supplier<Shop> factory() { return Shop::new; }
                public static String run(Shop shop, String what) throws Exception {
                    java.time.Duration limit = java.time.Duration.ofSeconds(5);
                    switch (what) {
                        case "buy": return shop.buy(new Item("pen", 1)).await(limit).toString();
                        case "gone": return shop.gone().await(limit);
                        default: shop.drop(what); return "told";
                    }
                }
            }
            """;

    private static final String NEW = HEAD
            + """
            public class Shop extends Actor<Shop> {
                public record Item(String name, int price, String color, int count) {}
                public Promise<Item> buy(Item item) {
                    return Promise.of(new Item(item.name(), item.price() + 1, "was " + item.color(), item.count()));
                }
                public Promise<String> added() { return Promise.of("new"); }
                public static Supplier<Shop> factory() { return Shop::new; }
                public static String run(Shop shop, String what) throws Exception {
                    java.time.Duration limit = java.time.Duration.ofSeconds(5);
                    switch (what) {
                        case "buy": return shop.buy(new Item("pen", 1, "red", 2)).await(limit).toString();
                        default: return shop.added().await(limit);
                    }
                }
            }
            """;

    @TempDir
    private static Path folder;

    private static Class<?> oldShop;
    private static Class<?> newShop;

    @BeforeAll
    static void compile() throws Exception {
        oldShop = compiled("old", OLD);
        newShop = compiled("new", NEW);
    }

    private static Class<?> compiled(String version, String source) throws Exception {
        Path out = Files.createDirectories(folder.resolve(version));
        Path file =
                Files.writeString(Files.createDirectories(out.resolve("shop")).resolve("Shop.java"), source);
        // found as a service, as its module is not read by this one
        int outcome = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", out.toString(), "-cp", classPath(), file.toString());
        assertThat(outcome).isZero();
        ClassLoader loader = new URLClassLoader(new URL[] {url(out)}, VersionsContractTest.class.getClassLoader());
        return loader.loadClass("shop.Shop");
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client of one version, a server of the other. */
    private static final class Versions implements AutoCloseable {
        private final Pair pair;
        private final Class<?> mine;
        private final Object shop;

        <T> Versions(Encoding encoding, Class<?> mine, Class<T> theirs) throws Exception {
            this.pair = Pair.open(encoding, Way.INPROC);
            this.mine = mine;
            @SuppressWarnings("unchecked") // as the source says
            Supplier<T> factory = (Supplier<T>) theirs.getMethod("factory").invoke(null);
            String name = pair.expose(pair.there.system.spawn(theirs, factory::get));
            this.shop = pair.link.lookup(name, mine);
        }

        String run(String what) throws Throwable {
            try {
                return (String) mine.getMethod("run", mine, String.class).invoke(null, shop, what);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public void close() {
            pair.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldServeOldClients(Encoding encoding) throws Throwable {
        try (Versions versions = new Versions(encoding, oldShop, newShop)) {
            assertThat(versions.run("buy")).isEqualTo("Item[name=pen, price=2]");
            assertThatThrownBy(() -> versions.run("gone"))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("NO_METHOD");
            versions.run("drop");
            versions.pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "drop");
            assertThat(versions.run("buy")).isEqualTo("Item[name=pen, price=2]");
        }
    }

    @ParameterizedTest
    @EnumSource(Encoding.class)
    void shouldServeNewClients(Encoding encoding) throws Throwable {
        try (Versions versions = new Versions(encoding, newShop, oldShop)) {
            assertThat(versions.run("buy")).isEqualTo("Item[name=pen, price=2, color=null, count=0]");
            assertThatThrownBy(() -> versions.run("added"))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("NO_METHOD");
            assertThat(versions.run("buy")).isEqualTo("Item[name=pen, price=2, color=null, count=0]");
        }
    }
}
