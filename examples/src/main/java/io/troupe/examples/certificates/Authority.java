// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.certificates;

import io.troupe.examples.cli.Network;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Signs one certificate with a key of its own, which it then forgets. The JDK's keytool does the work. */
public final class Authority {
    private static final String PASSWORD = "changeit"; // of a file that is deleted at once
    private static final char[] PASSWORD_CHARS = PASSWORD.toCharArray();
    private static final int LINE = 64;

    /** One that has signed nothing yet. */
    public Authority() {}

    /** Writes its certificate, another one for localhost, and the key of that. */
    public void writeTo(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = Files.createTempFile("troupe-certificates", ".p12");
        Path request = Files.createTempFile("troupe-certificates", ".csr");
        Path signed = Files.createTempFile("troupe-certificates", ".pem");
        try {
            Files.delete(store); // keytool wants to make it itself
            String key = "-genkeypair -keyalg EC -groupname secp256r1 -validity 30 -alias ";
            keytool(store, key + "ca -dname CN=Troupe-Demo-CA -ext bc:c=ca:true -ext KU:c=keyCertSign");
            keytool(store, key + "node -dname CN=localhost");
            keytool(store, "-certreq -alias node -file " + request);
            keytool(
                    store,
                    "-gencert -alias ca -rfc -validity 30 -ext SAN=dns:localhost,ip:127.0.0.1"
                            + " -ext EKU=serverAuth,clientAuth -infile " + request + " -outfile " + signed);
            write(directory, store, signed);
        } finally {
            Files.deleteIfExists(store);
            Files.deleteIfExists(request);
            Files.deleteIfExists(signed);
        }
    }

    private static void write(Path directory, Path store, Path signed) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD_CHARS);
        }
        Certificate authority = keys.getCertificate("ca");
        Key key = keys.getKey("node", PASSWORD_CHARS);
        Files.writeString(directory.resolve(Network.AUTHORITY), pem("CERTIFICATE", authority.getEncoded()));
        Files.writeString(directory.resolve(Network.CERTIFICATE), Files.readString(signed));
        Path secret = directory.resolve(Network.KEY);
        Files.deleteIfExists(secret);
        if (Files.getFileStore(directory).supportsFileAttributeView("posix")) {
            Files.createFile(
                    secret, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(secret, pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String kind, byte[] bytes) {
        String body = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    private static void keytool(Path store, String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(Arrays.asList(arguments.split(" ")));
        command.addAll(List.of(
                "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-keypass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool must work: said=" + said.strip());
        }
    }
}
