// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report;

import java.io.IOException;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads what was written; what is not well-formed is an error of the test. */
final class Xml {
    private Xml() {}

    /** Parses. */
    static Document parse(String text) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (SAXException | ParserConfigurationException | IOException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }
}
