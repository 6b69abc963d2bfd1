// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the factory class of an actor type, which sees the insides of the other generated classes.
 *
 * <pre>{@code
 * final class Counter$$TroupeFactory implements ReferenceFactory {
 *     static MethodInfo[] troupe$methods;
 *     public void methods(MethodInfo[] methods) { troupe$methods = methods; }
 *     public Object bind(Object reference, Outlet outlet) {
 *         ((Counter$$TroupeReference) reference).troupe$outlet = outlet;
 *         return reference;
 *     }
 *     public Call message(int method, Object[] arguments) {
 *         switch (method) {
 *             case 0: return new Counter$$TroupeMessage0$add((Integer) arguments[0]);
 *             default: throw ReferenceSupport.noSuchMethod(method);
 *         }
 *     }
 * }
 * }</pre>
 */
final class FactoryWriter {
    private final MethodTable table;
    private final GeneratedNames names;
    private final String self;
    private final ClassWriter writer;

    private FactoryWriter(MethodTable table) {
        this.table = table;
        names = new GeneratedNames(table.type());
        self = names.factory();
        writer = Bytecode.begin(self, Bytecode.OBJECT.getInternalName(), Type.getInternalName(ReferenceFactory.class));
    }

    static ClassFile write(MethodTable table) {
        FactoryWriter factory = new FactoryWriter(table);
        factory.writeMethods();
        factory.writeBind();
        factory.writeMessage();
        return new ClassFile(factory.self, factory.writer.toByteArray());
    }

    private void writeMethods() {
        String type = Bytecode.METHOD_INFOS.getDescriptor();
        writer.visitField(Opcodes.ACC_STATIC, GeneratedNames.METHODS, type, null, null)
                .visitEnd();
        String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, Bytecode.METHOD_INFOS);
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "methods", descriptor);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitFieldInsn(Opcodes.PUTSTATIC, self, GeneratedNames.METHODS, type);
        Bytecode.end(code, Opcodes.RETURN);
    }

    private void writeBind() {
        String descriptor = Type.getMethodDescriptor(Bytecode.OBJECT, Bytecode.OBJECT, Bytecode.OUTLET);
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "bind", descriptor);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, names.reference());
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitFieldInsn(
                Opcodes.PUTFIELD, names.reference(), GeneratedNames.OUTLET, Bytecode.OUTLET.getDescriptor());
        code.visitVarInsn(Opcodes.ALOAD, 1);
        Bytecode.end(code, Opcodes.ARETURN);
    }

    private void writeMessage() {
        String descriptor = Type.getMethodDescriptor(Bytecode.CALL, Type.INT_TYPE, Bytecode.OBJECTS);
        MethodVisitor code = Bytecode.method(writer, Opcodes.ACC_PUBLIC, "message", descriptor);
        int count = table.messages().size();
        if (count > 0) {
            Label[] cases = new Label[count];
            for (int i = 0; i < count; i++) {
                cases[i] = new Label();
            }
            Label other = new Label();
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitTableSwitchInsn(0, count - 1, other, cases);
            for (int i = 0; i < count; i++) {
                code.visitLabel(cases[i]);
                code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                writeCase(code, table.messages().get(i));
            }
            code.visitLabel(other);
            code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        code.visitVarInsn(Opcodes.ILOAD, 1);
        String thrown = Type.getMethodDescriptor(Type.getType(IndexOutOfBoundsException.class), Type.INT_TYPE);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Bytecode.SUPPORT, "noSuchMethod", thrown, false);
        Bytecode.end(code, Opcodes.ATHROW);
    }

    private void writeCase(MethodVisitor code, MessageMethod method) {
        String message = names.message(method);
        code.visitTypeInsn(Opcodes.NEW, message);
        code.visitInsn(Opcodes.DUP);
        Type[] parameters = method.parameters();
        for (int i = 0; i < parameters.length; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 2);
            Bytecode.push(code, i);
            code.visitInsn(Opcodes.AALOAD);
            Bytecode.unbox(code, parameters[i]);
        }
        String constructor = Type.getMethodDescriptor(Type.VOID_TYPE, parameters);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, message, "<init>", constructor, false);
        code.visitInsn(Opcodes.ARETURN);
    }
}
