// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.certificates;

import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Network;
import io.troupe.examples.cli.Rules;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe certificates}. */
@Command(
        name = "certificates",
        description = {
            "Makes an authority of its own and a certificate for localhost, to try tls:// out. Not for production: who has"
                    + " the directory is trusted.",
            "Writes ca.pem, cert.pem and key.pem, valid for 30 days."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:made", "2:wrong command line, or the files exist"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe certificates demo-certificates",
            "  troupe philosophers --listen tls://127.0.0.1:7000 \\",
            "      --certificates demo-certificates"
        })
public final class CertificatesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Where to; made if it does not exist.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path directory;

    @Option(names = "--force", description = "Replace files that exist.")
    private boolean force;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** The output of {@code --json}. */
    record Written(String directory, String authority, String certificate, String key) {}

    /** For picocli. */
    public CertificatesCommand() {}

    @Override
    public Integer call() throws InterruptedException, GeneralSecurityException {
        Rules rules = new Rules(spec);
        if (directory.toString().isEmpty()) {
            throw rules.broken("certificates must be a directory: certificates=''; give . for this one");
        }
        for (String file : List.of(Network.AUTHORITY, Network.CERTIFICATE, Network.KEY)) {
            if (!force && Files.exists(directory.resolve(file))) {
                throw rules.broken(
                        "certificates must not exist yet, or --force must be given: file=" + directory.resolve(file));
            }
        }
        try {
            Files.createDirectories(directory);
            new Authority().writeTo(directory);
        } catch (IOException e) {
            throw rules.broken("certificates must be a directory that can be written: certificates=" + directory
                    + ", cause=" + cause(e));
        }
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? Json.line(new Written(
                                        directory.toString(), Network.AUTHORITY, Network.CERTIFICATE, Network.KEY))
                                : "wrote ca.pem, cert.pem and key.pem for localhost and 127.0.0.1 to " + directory);
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** What the file system says. Its exceptions often have nothing but the file as their message, and say it by their class. */
    private static String cause(IOException e) {
        return e instanceof FileSystemException failure && failure.getReason() == null
                ? e.getClass().getSimpleName().replace("Exception", "") + " " + failure.getFile()
                : String.valueOf(e.getMessage());
    }
}
