// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Netty of this process: looked at once, before any class that differs between its lines is loaded. Immutable.
 *
 * @param text version of the jars, for people; {@code unknown} where the jars do not tell
 * @param line which way of making loops it has
 */
public record NettyVersion(String text, Line line) {
    private static final Logger LOG = LoggerFactory.getLogger(NettyVersion.class);

    /** A class of each jar that is needed in any case. */
    private static final Map<String, String> NEEDED = Map.of(
            "netty-common", "io.netty.util.Version",
            "netty-buffer", "io.netty.buffer.ByteBuf",
            "netty-resolver", "io.netty.resolver.AddressResolver",
            "netty-transport", "io.netty.bootstrap.Bootstrap",
            "netty-transport-native-unix-common", "io.netty.channel.unix.DomainSocketAddress");

    /** Behind the name of an artifact, in the file that each jar has. */
    private static final String VERSION = ".version";

    /** With it came the new loops. */
    private static final String HANDLERS = "io.netty.channel.IoHandlerFactory";

    /** Sockets of files over NIO, which 4.1 has not had from the beginning. */
    private static final String FILES = "io.netty.channel.socket.nio.NioDomainSocketChannel";

    /** Numbers at the begin of a version: {@code 4.1.128.Final}. */
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

    /** Jars that work together; others, like the one for OpenSSL, have versions of their own. */
    private static final Pattern TOGETHER =
            Pattern.compile("netty-(common|buffer|resolver|handler|transport.*|codec.*)");

    /** The first of 4.1 that has all that is called. */
    private static final int LEAST_OF_41 = 112;

    private static final String RULE =
            "Netty must be 4.2, or 4.1 from 4.1." + LEAST_OF_41 + " on; manage its version with io.netty:netty-bom: ";

    /** Which way of making loops a Netty has. */
    public enum Line {
        /** A group of loops for each kind of channel. */
        NETTY_4_1,
        /** One kind of loop, which gets a handler for a kind of channel. */
        NETTY_4_2
    }

    /**
     * The one of this process.
     *
     * @throws IllegalStateException whose one sentence says which jars are missing, mixed, too old or too new
     */
    public static NettyVersion ofProcess() {
        return Holder.found();
    }

    /** Looks when it is first asked, and once. */
    private static final class Holder {
        private static final Object FOUND = look();

        private Holder() {}

        private static Object look() {
            ClassLoader loader = NettyVersion.class.getClassLoader();
            Predicate<String> classes = name -> has(name, loader);
            try {
                return of(jars(loader), classes);
            } catch (IllegalStateException e) {
                return String.valueOf(e.getMessage());
            }
        }

        static NettyVersion found() {
            if (FOUND instanceof NettyVersion version) {
                return version;
            }
            throw new IllegalStateException((String) FOUND);
        }
    }

    /**
     * The versions of the jars, by artifact. {@code io.netty.util.Version} would tell them, too: it also reads the dates of the jars,
     * which brings in calendars and languages of the Java library, about a sixth of the time of the first Remoting.on.
     */
    private static Map<String, String> jars(ClassLoader loader) {
        Map<String, String> versions = new TreeMap<>();
        try {
            for (URL file : Collections.list(loader.getResources("META-INF/io.netty.versions.properties"))) {
                Properties told = new Properties();
                try (InputStream in = file.openStream()) {
                    told.load(in);
                }
                told.stringPropertyNames().stream()
                        .filter(name -> name.endsWith(VERSION))
                        .forEach(name -> versions.put(
                                name.substring(0, name.length() - VERSION.length()), told.getProperty(name)));
            }
        } catch (IOException e) {
            LOG.debug("the jars of Netty do not tell their versions", e);
        }
        return versions;
    }

    private static boolean has(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /**
     * By what can be seen of the jars.
     *
     * @param versions by artifact; those that tell theirs
     * @param classes whether a class is there
     */
    static NettyVersion of(Map<String, String> versions, Predicate<String> classes) {
        Map<String, String> jars = new TreeMap<>(versions);
        jars.keySet().removeIf(name -> !TOGETHER.matcher(name).matches());
        TreeSet<String> missing = NEEDED.entrySet().stream()
                .filter(jar -> !classes.test(jar.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!missing.isEmpty()) {
            throw new IllegalStateException(RULE + "missing=" + missing + ", found=" + jars);
        }
        boolean handlers = classes.test(HANDLERS);
        TreeSet<String> lines =
                jars.values().stream().map(NettyVersion::line).collect(Collectors.toCollection(TreeSet::new));
        boolean told = !lines.isEmpty();
        if (lines.size() > 1 || (told && handlers == lines.first().equals("4.1"))) {
            throw new IllegalStateException(
                    "the jars of Netty must all be of one version, and they are mixed; manage them "
                            + "with io.netty:netty-bom: found=" + jars);
        }
        Line line = handlers ? Line.NETTY_4_2 : Line.NETTY_4_1;
        String expected = handlers ? "4.2" : "4.1";
        boolean young = jars.values().stream().allMatch(version -> handlers || third(version) >= LEAST_OF_41);
        if ((told && !lines.first().equals(expected)) || !young || !classes.test(FILES)) {
            throw new IllegalStateException(RULE + "found=" + jars);
        }
        TreeSet<String> texts = new TreeSet<>(jars.values());
        if (texts.size() > 1) {
            LOG.warn(
                    "the jars of Netty should all be of one version; manage them with io.netty:netty-bom: found={}",
                    jars);
        }
        return new NettyVersion(told ? String.join(" and ", texts) : "unknown", line);
    }

    private static String line(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.matches() ? numbers.group(1) + "." + numbers.group(2) : version;
    }

    private static int third(String version) {
        Matcher numbers = NUMBERS.matcher(version);
        return numbers.matches() ? Integer.parseInt(numbers.group(3)) : 0;
    }
}
