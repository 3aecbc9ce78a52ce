"""The same files by python-qrcode with Pillow and reportlab: prints seconds and bytes as JSON."""
import io, json, sys, time, zipfile
import qrcode
from reportlab.lib.units import mm
from reportlab.pdfgen import canvas

count = int(sys.argv[1])


def symbol(index, pixels=None):
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_H, border=4, box_size=pixels or 1)
    code.add_data(f"HTTPS://QR.EXAMPLE/BAN-{index:04}")
    code.make(fit=True)
    return code


def zipped():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for index in range(count):
            code = symbol(index)
            code.box_size = 1000 // (code.modules_count + 8)
            picture = io.BytesIO()
            code.make_image().save(picture)
            file.writestr(f"ban-{index:04}_BAN-{index:04}.png", picture.getvalue())
    return out.getvalue()


def sheets():
    out = io.BytesIO()
    page = canvas.Canvas(out, pagesize=(210 * mm, 297 * mm), pageCompression=1)
    for index in range(count):
        if index > 0 and index % 24 == 0:
            page.showPage()
        left, top = index % 3 * 70 * mm, (297 - 0.5 - index % 24 // 3 * 37) * mm
        rows = symbol(index).get_matrix()
        side = 32 * mm / len(rows)
        for y, row in enumerate(rows):
            for x, is_dark in enumerate(row):
                if is_dark:
                    page.rect(left + 2 * mm + x * side, top - 2 * mm - (y + 1) * side, side, side, 0, 1)
        page.setFont("Helvetica-Bold", 13)
        page.drawString(left + 37 * mm, top - 18 * mm, f"Ban {index:04}")
        page.setFont("Helvetica", 9)
        page.drawString(left + 37 * mm, top - 23 * mm, "Quet de xem thuc don")
    page.save()
    return out.getvalue()


def timed(work):
    start = time.perf_counter()
    size = len(work())
    return {"seconds": time.perf_counter() - start, "bytes": size}


print(json.dumps({"zip": timed(zipped), "pdf": timed(sheets)}))
