// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NettyVersionTest {

    @Test
    void shouldFindTheLineOfThisProcess() {
        NettyVersion found = NettyVersion.ofProcess();
        String expected = System.getProperty("troupe.netty", "4.2"); // the profile netty41 says otherwise
        assertThat(found.text()).startsWith(expected + ".");
        assertThat(found.line())
                .isEqualTo(expected.equals("4.1") ? NettyVersion.Line.NETTY_4_1 : NettyVersion.Line.NETTY_4_2);
    }

    @Test
    void shouldTakeBothLines() {
        assertThat(NettyVersion.of(Map.of("netty-transport", "4.2.18.Final"), name -> true))
                .isEqualTo(new NettyVersion("4.2.18.Final", NettyVersion.Line.NETTY_4_2));
        assertThat(NettyVersion.of(Map.of("netty-transport", "4.1.128.Final"), NettyVersionTest::isIn41))
                .isEqualTo(new NettyVersion("4.1.128.Final", NettyVersion.Line.NETTY_4_1));
    }

    @Test
    void shouldGoByTheClassesWhereTheJarsDoNotTell() {
        assertThat(NettyVersion.of(Map.of(), NettyVersionTest::isIn41).line()).isEqualTo(NettyVersion.Line.NETTY_4_1);
        assertThat(NettyVersion.of(Map.of(), name -> true).line()).isEqualTo(NettyVersion.Line.NETTY_4_2);
    }

    @Test
    void shouldRefuseMixedLinesAndNameTheJars() {
        Map<String, String> jars = Map.of("netty-common", "4.1.128.Final", "netty-transport", "4.2.18.Final");
        assertThatThrownBy(() -> NettyVersion.of(jars, name -> true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the jars of Netty must all be of one version, and they are mixed; manage them with "
                        + "io.netty:netty-bom: found={netty-common=4.1.128.Final, netty-transport=4.2.18.Final}");
    }

    @Test
    void shouldRefuseClassesThatDoNotFitTheJars() {
        assertThatThrownBy(() -> NettyVersion.of(Map.of("netty-common", "4.2.18.Final"), NettyVersionTest::isIn41))
                .hasMessageContaining("they are mixed");
        assertThatThrownBy(() -> NettyVersion.of(Map.of("netty-common", "4.1.128.Final"), name -> true))
                .hasMessageContaining("they are mixed");
    }

    @Test
    void shouldTakeOtherReleasesOfOneLine() {
        Map<String, String> jars = Map.of("netty-common", "4.2.7.Final", "netty-transport", "4.2.18.Final");
        assertThat(NettyVersion.of(jars, name -> true).text()).isEqualTo("4.2.18.Final and 4.2.7.Final");
    }

    @Test
    void shouldRefuseOtherLinesAndOldReleases() {
        assertThatThrownBy(() -> NettyVersion.of(Map.of("netty-common", "4.1.94.Final"), NettyVersionTest::isIn41))
                .hasMessage("Netty must be 4.2, or 4.1 from 4.1.112 on; manage its version with io.netty:netty-bom: "
                        + "found={netty-common=4.1.94.Final}");
        assertThatThrownBy(() -> NettyVersion.of(Map.of("netty-common", "5.0.1.Final"), name -> true))
                .hasMessageContaining("found={netty-common=5.0.1.Final}");
    }

    @Test
    void shouldIgnoreJarsWithVersionsOfTheirOwn() {
        Map<String, String> jars = Map.of("netty-common", "4.2.18.Final", "netty-tcnative-classes", "2.0.70.Final");
        assertThat(NettyVersion.of(jars, name -> true).text()).isEqualTo("4.2.18.Final");
    }

    @Test
    void shouldSayWhatIsMissingInsteadOfFailingToLoad() throws Exception {
        // all that is on the class path, but Netty, or but one of its jars
        assertThat(failure("netty-")).hasMessageContaining("missing=[netty-buffer, netty-common, netty-resolver");
        assertThat(failure("netty-buffer")).hasMessageContaining("missing=[netty-buffer");
    }

    private static boolean isIn41(String name) {
        return !name.endsWith(".IoHandlerFactory");
    }

    private static Throwable failure(String without) throws IOException, ReflectiveOperationException {
        URL[] others = Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(Path::of)
                .filter(path -> !path.getFileName().toString().startsWith(without))
                .map(NettyVersionTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(others, ClassLoader.getPlatformClassLoader())) {
            loader.loadClass(NettyVersion.class.getName())
                    .getMethod("ofProcess")
                    .invoke(null);
            throw new AssertionError("it must not work without " + without);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
