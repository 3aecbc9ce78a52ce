import type { Language } from '@scanleaf/shared'

/** Tools that answer a question by themselves, without naming a code. */
export type AskedTool = 'best_codes' | 'show_plan' | 'show_scans' | 'find_codes' | 'explain_invoice'

/** How people ask for them, by language, examples parted by `|`. */
export const TOOL_QUESTIONS: Readonly<Record<Language, Readonly<Record<AskedTool, string>>>> = {
  vi: {
    best_codes:
      'mã nào được quét nhiều nhất|mã nào nhiều lượt quét nhất tuần trước|mã hot nhất tháng này|xếp hạng mã theo lượt quét|top mã được quét|mã nào hiệu quả nhất|mã nào đang hot|mã nào khách quét nhiều|mã được quét nhiều nhất tháng trước|bàn nào được quét nhiều nhất|tờ rơi nào nhiều khách nhất|mã chạy nhất tuần này|hôm qua mã nào đông nhất|mã nào khách thích nhất|xếp hạng mã tháng rồi',
    show_plan:
      'gói của tôi khi nào hết hạn|gói đang dùng là gói nào|bao giờ phải gia hạn|hạn dùng của gói|tôi đang dùng gói gì|tôi còn tạo được bao nhiêu mã nữa|còn mấy mã|bao giờ tôi phải gia hạn|gói còn bao lâu|ngày gia hạn gói|gói dùng tới ngày nào|ngày đóng tiền kế tiếp|đang xài gói nào|gói còn mấy ngày',
    show_scans:
      'hôm nay có bao nhiêu lượt quét|tuần này bao nhiêu lượt quét|tháng trước có mấy lượt quét|hôm qua bao nhiêu người quét|hôm qua được mấy lượt quét|tháng này bao nhiêu lượt|tổng lượt quét tuần này|số quét hôm qua|tổng quét tuần rồi|tháng này khách quét mấy lần|bữa nay được mấy lượt',
    find_codes: 'tìm mã|liệt kê mã của tôi|cho xem các mã của tôi|tìm mã thực đơn',
    explain_invoice: 'giải thích hoá đơn gần nhất|hoá đơn mới nhất gồm những gì|hoá đơn vừa rồi là tiền gì',
  },
  en: {
    best_codes:
      'which code was scanned most|most scanned code last week|top codes this month|best performing code|ranking of codes by scans|most popular code|my most popular qr|which qr works best|where do most scans come in|which table gets scanned the most|what is my best qr|which poster brings most people|codes ranked by scans last month|which one is the winner this week|busiest code yesterday',
    show_plan:
      'when does my plan expire|which plan do I have|when do I have to renew|my subscription end date|how many codes do I have left|what plan am I on|when is my renewal date|when is the next payment due|how long does my subscription run|until when is my plan paid|next billing date|which subscription is active|renewal day',
    show_scans:
      'how many scans today|scans this week|how many scans did I get last month|scan count yesterday|how many people scanned yesterday|number of scans this month|scans today|number of scans yesterday|total scans last week|traffic this month|scans so far today',
    find_codes: 'find a code|list my codes|show my codes|find the code of the menu',
    explain_invoice: 'explain my last invoice|what is on my latest invoice|what was the last bill for',
  },
  fr: {
    best_codes:
      'quel code a été le plus scanné|code le plus scanné la semaine dernière|meilleurs codes du mois|classement des codes par scans|quel qr marche le mieux|code le plus populaire|top des qr codes',
    show_plan:
      'quand expire mon abonnement|quelle est ma formule|quand dois-je renouveler|combien de codes me reste-t-il|fin de mon forfait|quel forfait j’ai|date de fin de mon abonnement',
    show_scans:
      'combien de scans aujourd’hui|scans cette semaine|combien de scans le mois dernier|combien de scans hier|nombre de scans ce mois',
    find_codes:
      'trouver un code|liste de mes codes|affiche mes codes|chercher le code du menu|montre tous mes qr codes',
    explain_invoice:
      'explique ma dernière facture|que contient ma facture récente|à quoi correspond ma dernière facture|détail de la dernière facture|pourquoi j’ai été facturé',
  },
  de: {
    best_codes:
      'welcher Code wurde am meisten gescannt|meistgescannter Code letzte Woche|beste Codes diesen Monat|Rangliste der Codes nach Scans|welcher QR läuft am besten|beliebtester Code|Top Codes',
    show_plan:
      'wann läuft mein Tarif ab|welchen Tarif habe ich|wann muss ich verlängern|wie viele Codes habe ich noch|Ende meines Abos|wann endet mein Abo|was für einen Tarif habe ich gerade',
    show_scans:
      'wie viele Scans heute|Scans diese Woche|wie viele Scans letzten Monat|wie viele Scans gestern|Anzahl Scans diesen Monat',
    find_codes:
      'Code finden|meine Codes auflisten|zeige meine Codes|Code der Speisekarte suchen|alle meine QR-Codes anzeigen',
    explain_invoice:
      'erkläre meine letzte Rechnung|was steht auf der neuesten Rechnung|wofür ist die letzte Rechnung|wofür wurde mir zuletzt etwas berechnet',
  },
  ru: {
    best_codes:
      'какой код сканировали чаще всего|самый популярный код на прошлой неделе|лучшие коды месяца|рейтинг кодов по сканированиям|какой код сканируют больше всего|топ кодов|какой qr самый эффективный',
    show_plan:
      'когда заканчивается мой тариф|какой у меня тариф|когда продлевать подписку|сколько кодов у меня осталось|до какого числа подписка|когда истекает мой тариф|на каком я тарифе',
    show_scans:
      'сколько сканирований сегодня|сканирования за эту неделю|сколько сканирований в прошлом месяце|сколько сканирований вчера|сколько раз сканировали сегодня|сколько сканирований на этой неделе',
    find_codes: 'найди код|список моих кодов|покажи мои коды|найти код меню|покажи все мои qr',
    explain_invoice:
      'объясни последний счёт|за что последний счёт|что в последнем счёте|расшифруй последний счёт|за что с меня взяли деньги',
  },
  es: {
    best_codes:
      'qué código se escaneó más|código más escaneado la semana pasada|mejores códigos del mes|ranking de códigos por escaneos|cuál es mi qr más popular|qué código funciona mejor|top de códigos',
    show_plan:
      'cuándo vence mi plan|qué plan tengo|cuándo tengo que renovar|cuántos códigos me quedan|fecha de vencimiento de mi suscripción|hasta cuándo tengo pagado|en qué plan estoy',
    show_scans:
      'cuántos escaneos hoy|escaneos de esta semana|cuántos escaneos el mes pasado|cuántos escaneos ayer|número de escaneos este mes',
    find_codes:
      'buscar un código|lista de mis códigos|muestra mis códigos|encuentra el código del menú|ver todos mis qr',
    explain_invoice:
      'explica mi última factura|qué incluye la factura más reciente|por qué me cobraron la última vez|de qué es la última factura|detalle de la última factura',
  },
  pt: {
    best_codes:
      'qual código foi mais lido|código mais escaneado na semana passada|melhores códigos do mês|ranking de códigos por leituras|qual meu qr mais popular|qual código dá mais resultado|top códigos',
    show_plan:
      'quando vence meu plano|qual é o meu plano|quando preciso renovar|quantos códigos ainda tenho|data de vencimento da assinatura|até quando vai meu plano|em que plano estou',
    show_scans:
      'quantas leituras hoje|leituras desta semana|quantas leituras no mês passado|quantas leituras ontem|quantos escaneamentos hoje',
    find_codes:
      'encontrar um código|lista dos meus códigos|mostre meus códigos|procurar o código do cardápio|ver todos os meus qr codes',
    explain_invoice:
      'explique minha última fatura|o que há na fatura mais recente|do que é a última cobrança|o que foi cobrado na última fatura|detalhes da última fatura',
  },
  it: {
    best_codes:
      'quale codice è stato scansionato di più|codice più scansionato la settimana scorsa|migliori codici del mese|classifica dei codici per scansioni|qual è il mio qr più popolare|quale codice va meglio|top dei codici',
    show_plan:
      'quando scade il mio piano|che piano ho|quando devo rinnovare|quanti codici mi restano|data di scadenza dell’abbonamento|fino a quando è attivo il mio piano|quale abbonamento ho',
    show_scans:
      'quante scansioni oggi|scansioni di questa settimana|quante scansioni il mese scorso|quante scansioni ieri|numero di scansioni questo mese',
    find_codes:
      'trova un codice|elenco dei miei codici|mostra i miei codici|cerca il codice del menù|vedere tutti i miei qr',
    explain_invoice:
      'spiega la mia ultima fattura|cosa c’è nella fattura più recente|a cosa si riferisce l’ultima fattura|cosa mi avete addebitato|dettaglio dell’ultima fattura',
  },
  id: {
    best_codes:
      'kode mana yang paling banyak dipindai|kode terpopuler minggu lalu|kode terbaik bulan ini|peringkat kode menurut pemindaian|qr mana yang paling laris|kode paling sering discan|top kode',
    show_plan:
      'paket saya kapan berakhir|paket saya apa|kapan harus perpanjang|berapa kode lagi yang bisa dibuat|langganan saya habis tanggal berapa|masa aktif paket saya sampai kapan|sekarang pakai paket apa',
    show_scans:
      'berapa pemindaian hari ini|pemindaian minggu ini|berapa pemindaian bulan lalu|berapa scan kemarin|jumlah scan hari ini',
    find_codes: 'cari kode|daftar kode saya|tampilkan kode saya|cari kode menu|lihat semua qr saya',
    explain_invoice:
      'jelaskan faktur terakhir|isi faktur terbaru|invoice terakhir untuk apa|rincian tagihan terakhir|tagihan kemarin buat apa',
  },
  ms: {
    best_codes:
      'kod mana paling banyak diimbas|kod paling popular minggu lepas|kod terbaik bulan ini|kedudukan kod mengikut imbasan|qr mana paling laku|kod paling kerap discan|top kod',
    show_plan:
      'bila pelan saya tamat|pelan saya apa|bila perlu perbaharui|berapa kod lagi boleh dibuat|langganan saya habis bila|tarikh tamat pelan saya|sekarang guna pelan apa',
    show_scans:
      'berapa imbasan hari ini|imbasan minggu ini|berapa imbasan bulan lepas|berapa imbasan semalam|berapa scan semalam|jumlah scan hari ini',
    find_codes: 'cari kod|senarai kod saya|tunjuk kod saya|cari kod menu|tengok semua qr saya',
    explain_invoice:
      'terangkan invois terakhir|kandungan invois terkini|invois terakhir untuk apa|butiran bil terakhir|kenapa saya dicaj',
  },
  'zh-CN': {
    best_codes:
      '哪个码扫得最多|上周扫码最多的二维码|本月最热门的码|扫码排行|哪个二维码效果最好|扫码最多的是哪个',
    show_plan:
      '我的套餐什么时候到期|我现在是什么套餐|什么时候要续费|还能建几个码|套餐还有几天|我用的是哪个套餐|还剩几个二维码可以建',
    show_scans:
      '今天扫了多少次|本周扫码次数|上个月有多少次扫码|昨天有多少人扫码|这个月扫码数|最近一周被扫了几次',
    find_codes: '查找二维码|列出我的二维码|找菜单的码|看看我的二维码|找一下某个码|我有哪些码',
    explain_invoice: '解释最近的账单|最新账单是什么费用|上一张账单包括什么|最近一笔账单怎么算的',
  },
  'zh-TW': {
    best_codes: '哪個 QR Code 掃最多次|上週掃描最多的|本月最熱門的|掃描排行|哪個碼效果最好|掃最多的是哪個',
    show_plan:
      '我的方案什麼時候到期|我現在是什麼方案|什麼時候要續約|還能建立幾個|方案還有幾天|我用的是哪個方案|還剩幾個 QR Code 可以建',
    show_scans: '今天掃了幾次|本週掃描次數|上個月有多少次掃描|昨天有多少人掃|這個月掃描數|最近一週被掃了幾次',
    find_codes: '尋找 QR Code|列出我的 QR Code|找菜單的碼|看看我的 QR Code|找一下某個碼|我有哪些碼',
    explain_invoice: '說明最近的帳單|最新帳單是什麼費用|上一張帳單包括什麼|最近一筆帳單怎麼算的',
  },
  ja: {
    best_codes:
      'いちばん読み取られたコードはどれ|先週もっとも読み取られたコード|今月の人気コード|読み取り回数のランキング|一番人気のコード|よく読まれているQRはどれ',
    show_plan:
      'プランの期限はいつ|今のプランは何|いつ更新が必要|あと何個コードを作れる|契約中のプランを教えて|プランはあと何日|次の更新日はいつ',
    show_scans:
      '今日の読み取り回数|今週は何回読み取られた|先月の読み取り数|昨日は何人が読み取った|今月の読み取り回数|今日は何回スキャンされた',
    find_codes:
      'コードを探す|コードの一覧を見せて|メニューのコードを探して|自分のコードを表示|コード一覧|あのQRを探したい',
    explain_invoice:
      '最新の請求書を説明して|直近の請求書の内訳|前回の請求は何の料金|最近の請求書に何が入っている',
  },
  ko: {
    best_codes:
      '가장 많이 스캔된 코드는|지난주에 제일 많이 스캔된 코드|이번 달 인기 코드|스캔 순위|제일 잘 나가는 qr|어떤 코드가 제일 많이 찍혔나요|인기 순위 코드',
    show_plan:
      '요금제가 언제 끝나나요|지금 내 요금제는|언제 갱신해야 하나요|코드를 몇 개 더 만들 수 있나요|구독 만료일|내 요금제 뭐예요|요금제 언제까지예요',
    show_scans: '오늘 스캔 수|이번 주 몇 번 스캔됐나요|지난달 스캔 횟수|어제 스캔 몇 번|이번 달 스캔 수',
    find_codes: '코드 찾기|내 코드 목록|내 코드 보여줘|메뉴판 코드 찾아줘|내 qr 전부 보기',
    explain_invoice:
      '최근 청구서 설명해 줘|마지막 청구서 내용|최근에 뭐가 청구됐나요|지난 청구서 내역|왜 돈이 청구됐나요',
  },
  ar: {
    best_codes:
      'أي رمز مُسح أكثر|أكثر رمز مسحًا الأسبوع الماضي|أفضل الرموز هذا الشهر|ترتيب الرموز حسب المسح|أكثر كود انمسح|أي باركود عليه مسح أكثر|أنجح رمز عندي',
    show_plan:
      'متى تنتهي باقتي|ما هي باقتي|متى يجب التجديد|كم رمزًا بقي لي|متى ينتهي اشتراكي|أنا على أي باقة|كم يوم باقي في الباقة',
    show_scans:
      'كم عملية مسح اليوم|عمليات المسح هذا الأسبوع|كم مسحًا الشهر الماضي|كم مسح أمس|كم واحد مسح اليوم|المسح في هذا الشهر',
    find_codes: 'ابحث عن رمز|قائمة رموزي|اعرض رموزي|وين أكوادي|دور لي على كود|كل الأكواد عندي',
    explain_invoice: 'اشرح آخر فاتورة|ما الذي في الفاتورة الأخيرة|الفاتورة الأخيرة على ايش|تفاصيل آخر فاتورة',
  },
  hi: {
    best_codes:
      'सबसे ज़्यादा कौन सा कोड स्कैन हुआ|पिछले हफ़्ते सबसे ज़्यादा स्कैन हुआ कोड|इस महीने के सबसे अच्छे कोड|स्कैन के हिसाब से कोड की सूची|सबसे ज़्यादा चलने वाला कोड|टॉप कोड कौन सा है|sabse zyada scan hua code',
    show_plan:
      'मेरा प्लान कब खत्म होगा|मेरा प्लान कौन सा है|कब रिन्यू करना है|कितने कोड और बना सकता हूँ|मेरा प्लान कब तक है|अभी कौन सा प्लान चल रहा है|प्लान में कितने दिन बचे',
    show_scans:
      'आज कितने स्कैन हुए|इस हफ़्ते के स्कैन|पिछले महीने कितने स्कैन हुए|कल कितने लोगों ने स्कैन किया|इस महीने कितने स्कैन हुए|aaj kitne scan hue',
    find_codes: 'कोड खोजें|मेरे कोड की सूची|मेरे कोड दिखाओ|मेरे सारे कोड|कोड ढूँढो|मेन्यू वाला कोड खोजो',
    explain_invoice: 'पिछला इनवॉइस समझाओ|आखिरी बिल किस बात का है|आखिरी इनवॉइस में क्या है|पिछला बिल किसका था',
  },
  th: {
    best_codes:
      'โค้ดไหนถูกสแกนมากที่สุด|โค้ดที่สแกนเยอะสุดสัปดาห์ที่แล้ว|โค้ดยอดนิยมเดือนนี้|อันดับโค้ดตามการสแกน|โค้ดไหนคนสแกนเยอะสุด|โค้ดไหนดีที่สุด|คิวอาร์ไหนฮิตสุด',
    show_plan:
      'แพ็กเกจของฉันหมดอายุเมื่อไร|ตอนนี้ใช้แพ็กเกจอะไร|ต้องต่ออายุเมื่อไร|สร้างโค้ดได้อีกกี่อัน|แพ็กเกจเหลือกี่วัน|แพ็กเกจหมดวันไหน|ใช้แพ็กเกจไหนอยู่',
    show_scans: 'วันนี้สแกนกี่ครั้ง|สัปดาห์นี้มีการสแกนเท่าไร|เดือนที่แล้วสแกนกี่ครั้ง|เมื่อวานมีคนสแกนกี่คน|เดือนนี้สแกนกี่ครั้ง|ยอดสแกนวันนี้',
    find_codes: 'ค้นหาโค้ด|รายการโค้ดของฉัน|แสดงโค้ดของฉัน|โค้ดทั้งหมดของฉัน|หาโค้ดเมนู|ขอดูโค้ดที่มี',
    explain_invoice: 'อธิบายใบแจ้งหนี้ล่าสุด|ใบแจ้งหนี้ล่าสุดมีอะไรบ้าง|บิลล่าสุดค่าอะไร|ใบแจ้งหนี้ครั้งก่อนคิดอะไรบ้าง',
  },
  km: {
    best_codes:
      'កូដណាត្រូវបានស្កេនច្រើនជាងគេ|កូដស្កេនច្រើនបំផុតសប្ដាហ៍មុន|កូដពេញនិយមខែនេះ|កូដណាគេស្កេនច្រើនជាងគេ|កូដណាល្អជាងគេ|ចំណាត់ថ្នាក់កូដតាមស្កេន',
    show_plan:
      'គម្រោងរបស់ខ្ញុំផុតកំណត់ពេលណា|ខ្ញុំប្រើគម្រោងអ្វី|ត្រូវបន្តគម្រោងពេលណា|អាចបង្កើតកូដបានប៉ុន្មានទៀត|កញ្ចប់របស់ខ្ញុំអស់ពេលណា|ខ្ញុំកំពុងប្រើកញ្ចប់អ្វី|កញ្ចប់នៅសល់ប៉ុន្មានថ្ងៃ',
    show_scans: 'ថ្ងៃនេះស្កេនប៉ុន្មានដង|ចំនួនស្កេនសប្ដាហ៍នេះ|ខែមុនស្កេនប៉ុន្មាន|ម្សិលមិញមានស្កេនប៉ុន្មាន|ខែនេះស្កេនប៉ុន្មានដង',
    find_codes: 'ស្វែងរកកូដ|បញ្ជីកូដរបស់ខ្ញុំ|បង្ហាញកូដរបស់ខ្ញុំ|កូដទាំងអស់របស់ខ្ញុំ|រកកូដម៉ឺនុយ',
    explain_invoice: 'ពន្យល់វិក្កយបត្រចុងក្រោយ|វិក្កយបត្រថ្មីបំផុតមានអ្វីខ្លះ|វិក្កយបត្រមុនគិតលុយអ្វី|ពន្យល់វិក្កយបត្រថ្មីៗ',
  },
  lo: {
    best_codes:
      'ລະຫັດໃດຖືກສະແກນຫຼາຍທີ່ສຸດ|ລະຫັດທີ່ສະແກນຫຼາຍສຸດອາທິດແລ້ວ|ລະຫັດຍອດນິຍົມເດືອນນີ້|ລະຫັດໃດຄົນສະແກນຫຼາຍສຸດ|ລະຫັດໃດດີທີ່ສຸດ|ອັນດັບລະຫັດຕາມການສະແກນ',
    show_plan:
      'ແພັກເກດຂອງຂ້ອຍໝົດອາຍຸເມື່ອໃດ|ຂ້ອຍໃຊ້ແພັກເກດຫຍັງ|ຕ້ອງຕໍ່ອາຍຸເມື່ອໃດ|ສ້າງລະຫັດໄດ້ອີກຈັກອັນ|ແພັກເກດເຫຼືອຈັກມື້|ແພັກເກດໝົດມື້ໃດ|ຕອນນີ້ໃຊ້ແພັກເກດໃດຢູ່',
    show_scans: 'ມື້ນີ້ສະແກນຈັກຄັ້ງ|ການສະແກນອາທິດນີ້|ເດືອນແລ້ວສະແກນຈັກຄັ້ງ|ມື້ວານສະແກນຈັກຄັ້ງ|ເດືອນນີ້ສະແກນຈັກຄັ້ງ|ມື້ນີ້ມີຄົນສະແກນຈັກຄົນ',
    find_codes: 'ຊອກຫາລະຫັດ|ລາຍການລະຫັດຂອງຂ້ອຍ|ສະແດງລະຫັດຂອງຂ້ອຍ|ຫາລະຫັດເມນູ',
    explain_invoice: 'ອະທິບາຍໃບແຈ້ງໜີ້ຫຼ້າສຸດ|ໃບແຈ້ງໜີ້ຫຼ້າສຸດມີຫຍັງແດ່|ບິນຫຼ້າສຸດແມ່ນຄ່າຫຍັງ|ລາຍລະອຽດໃບແຈ້ງໜີ້ຄັ້ງກ່ອນ',
  },
  my: {
    best_codes:
      'ဘယ်ကုဒ်ကို အများဆုံး စကင်ဖတ်ခဲ့လဲ|ပြီးခဲ့တဲ့အပတ်က အများဆုံး စကင်ဖတ်ခံရတဲ့ကုဒ်|ဒီလ လူကြိုက်အများဆုံးကုဒ်|ဘယ်ကုဒ်က စကင်အများဆုံးလဲ|အကောင်းဆုံးကုဒ် ဘယ်ဟာလဲ|စကင်အများဆုံး ကုဒ်အဆင့်',
    show_plan:
      'ကျွန်ုပ်၏ အစီအစဉ် ဘယ်တော့ကုန်မလဲ|ဘယ်အစီအစဉ်ကို သုံးနေလဲ|ဘယ်တော့ သက်တမ်းတိုးရမလဲ|ကုဒ်ဘယ်နှစ်ခု ထပ်ဖန်တီးနိုင်လဲ|အစီအစဉ် ဘယ်နေ့ကုန်မလဲ|အခု ဘယ်အစီအစဉ် သုံးနေလဲ|အစီအစဉ် ဘယ်နှစ်ရက်ကျန်လဲ',
    show_scans: 'ဒီနေ့ စကင်ဖတ်မှု ဘယ်နှစ်ကြိမ်ရှိလဲ|ဒီအပတ် စကင်ဖတ်မှု အရေအတွက်|ပြီးခဲ့တဲ့လ စကင်ဖတ်မှု|မနေ့က စကင် ဘယ်နှစ်ကြိမ်လဲ|ဒီလ စကင်ဖတ်မှု ဘယ်လောက်ရှိလဲ',
    find_codes: 'ကုဒ်ရှာပါ|ကျွန်ုပ်၏ ကုဒ်စာရင်း ပြပါ|ကျွန်တော့်ကုဒ်တွေ ပြပါ|မီနူးကုဒ် ရှာပေးပါ',
    explain_invoice:
      'နောက်ဆုံး ငွေတောင်းခံလွှာကို ရှင်းပြပါ|နောက်ဆုံး ပြေစာမှာ ဘာတွေပါလဲ|နောက်ဆုံးဘောက်ချာက ဘာအတွက်လဲ|လတ်တလော ငွေတောင်းခံလွှာ အသေးစိတ်',
  },
}
