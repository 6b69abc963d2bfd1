// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * A generated class, not yet defined.
 *
 * @param name internal name
 * @param bytes its class file
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, written once
record ClassFile(String name, byte[] bytes) {
    /** All classes of an actor type, in the order in which they can be defined. Depends on nothing but the table. */
    static List<ClassFile> allOf(MethodTable table) {
        List<ClassFile> all = new ArrayList<>();
        for (MessageMethod method : table.messages()) {
            all.add(MessageWriter.write(table, method));
        }
        all.add(ReferenceWriter.write(table));
        all.add(FactoryWriter.write(table));
        return all;
    }

    /** Name of the class in the language. */
    String className() {
        return name.replace('/', '.');
    }
}
