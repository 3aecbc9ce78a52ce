import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.ReaderException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Prints what ZXing for Java reads in each PGM file: a line each, the text in base 64, `-` where it reads nothing. */
class ReadZxing {
  public static void main(String[] files) throws Exception {
    for (String file : files) System.out.println(read(Files.readAllBytes(Path.of(file))));
  }

  static String read(byte[] pgm) {
    String[] head = new String(pgm, 0, 24, StandardCharsets.ISO_8859_1).split("\\s", 5);
    int width = Integer.parseInt(head[1]), height = Integer.parseInt(head[2]);
    int[] pixels = new int[width * height];
    for (int i = 0, from = pgm.length - pixels.length; i < pixels.length; i++) {
      pixels[i] = 0x010101 * (pgm[from + i] & 255);
    }
    var picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(width, height, pixels)));
    try {
      String text = new QRCodeReader().decode(picture, Map.of(DecodeHintType.PURE_BARCODE, true)).getText();
      return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    } catch (ReaderException error) {
      return "-";
    }
  }
}
